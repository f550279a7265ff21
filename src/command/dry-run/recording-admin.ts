/**
 * Records changes of targets and rules in a dry run. The changes are made and rolled back by the caller.
 * @see docs/cli.md#json
 */

import type { WorkspaceAdmin } from '../../contract/ports/local-service.ts'
import { createLocalWrite, NEW_ID, type PlannedWrite } from '../../render/planned-write.ts'

interface AdminRecording {
  plannedWrites: PlannedWrite[]
  /** Called before each change, to begin the transaction that is rolled back later. */
  beforeWrite: () => void
}

/** Returns an admin API that makes each change, so that invalid ones fail as usual, and records it. */
export function recordAdminWrites(admin: WorkspaceAdmin, recording: AdminRecording): WorkspaceAdmin {
  const { plannedWrites } = recording
  // Members are listed one by one, not spread, so that a new member does not compile until its dry run is
  // decided.
  return {
    path: admin.path,
    listDeletedTransactions: admin.listDeletedTransactions,
    listTargets: admin.listTargets,
    listRules: admin.listRules,
    listIntegrityErrors: admin.listIntegrityErrors,
    backup(file, options) {
      admin.backup(file, { ...options, dry_run: true })
      plannedWrites.push(createLocalWrite('file', { body: { from: admin.path }, after: { path: file } }))
    },
    // No command links an account.
    setLinked() {
      throw new Error('A dry run reached for setLinked of a workspace')
    },
    ...recordTargetWrites(admin, recording),
    ...recordRuleWrites(admin, recording),
  }
}

function recordTargetWrites(
  admin: WorkspaceAdmin,
  { plannedWrites, beforeWrite }: AdminRecording,
): Pick<WorkspaceAdmin, 'setTarget' | 'clearTarget' | 'snoozeTarget'> {
  return {
    setTarget(category_id, draft) {
      beforeWrite()
      const before = admin.listTargets().find((target) => target.category_id === category_id)
      const after = admin.setTarget(category_id, draft)
      plannedWrites.push(createLocalWrite('target', { body: draft, before, after }))
      return after
    },
    clearTarget(category_id) {
      beforeWrite()
      const before = admin.clearTarget(category_id)
      plannedWrites.push(createLocalWrite('target', { before }))
      return before
    },
    snoozeTarget(category_id, month) {
      beforeWrite()
      const after = admin.snoozeTarget(category_id, month)
      plannedWrites.push(createLocalWrite('snooze', { body: { month }, after }))
      return after
    },
  }
}

function recordRuleWrites(
  admin: WorkspaceAdmin,
  { plannedWrites, beforeWrite }: AdminRecording,
): Pick<WorkspaceAdmin, 'addRule' | 'removeRule' | 'moveRule'> {
  return {
    addRule(draft) {
      beforeWrite()
      const after = admin.addRule(draft)
      plannedWrites.push(createLocalWrite('rule', { body: draft, after: { ...after, id: NEW_ID } }))
      return after
    },
    removeRule(id) {
      beforeWrite()
      const before = admin.removeRule(id)
      plannedWrites.push(createLocalWrite('rule', { before }))
      return before
    },
    moveRule(id, position) {
      beforeWrite()
      const before = admin.listRules().find((rule) => rule.id === id)
      const after = admin.moveRule(id, position)
      plannedWrites.push(createLocalWrite('rule', { body: { position }, before, after }))
      return after
    },
  }
}
