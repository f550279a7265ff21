/**
 * Makes changes to targets and rules for a dry run, writes them down, and leaves it to the caller to take them back.
 * @see docs/cli.md#json
 */

import type {
  CategorizationRule,
  CategoryTarget,
  WorkspaceAdmin,
} from '../../contract/ports/local-service.ts'
import { createLocalWrite, NEW_ID, type PlannedWrite } from '../../render/planned-write.ts'

interface AdminRecording {
  plan: PlannedWrite[]
  /** Called before each change. */
  begin: () => void
}

/** What is set in a workspace outside the API, each change made so that it is refused as ever, and written down. */
export function recordAdminWrites(admin: WorkspaceAdmin, { plan, begin }: AdminRecording): WorkspaceAdmin {
  const targetOf = (category_id: string): CategoryTarget | undefined =>
    admin.listTargets().find((one) => one.category_id === category_id)
  const ruleOf = (id: string): CategorizationRule | undefined =>
    admin.listRules().find((one) => one.id === id)
  // Each part is named, not spread: a new one does not compile until somebody has decided what a dry run makes of it.
  return {
    path: admin.path,
    listDeletedTransactions: admin.listDeletedTransactions,
    listTargets: admin.listTargets,
    listRules: admin.listRules,
    listIntegrityErrors: admin.listIntegrityErrors,
    backup(file, options) {
      admin.backup(file, { ...options, dry_run: true })
      plan.push(createLocalWrite('file', { body: { from: admin.path }, after: { path: file } }))
    },
    // No command marks an account as linked.
    setLinked() {
      throw new Error('A dry run reached for setLinked of a workspace')
    },
    setTarget(category_id, draft) {
      begin()
      const before = targetOf(category_id)
      const after = admin.setTarget(category_id, draft)
      plan.push(createLocalWrite('target', { body: draft, before, after }))
      return after
    },
    clearTarget(category_id) {
      begin()
      const before = admin.clearTarget(category_id)
      plan.push(createLocalWrite('target', { before }))
      return before
    },
    snoozeTarget(category_id, month) {
      begin()
      const after = admin.snoozeTarget(category_id, month)
      plan.push(createLocalWrite('snooze', { body: { month }, after }))
      return after
    },
    addRule(draft) {
      begin()
      const after = admin.addRule(draft)
      plan.push(createLocalWrite('rule', { body: draft, after: { ...after, id: NEW_ID } }))
      return after
    },
    removeRule(id) {
      begin()
      const before = admin.removeRule(id)
      plan.push(createLocalWrite('rule', { before }))
      return before
    },
    moveRule(id, position) {
      begin()
      const before = ruleOf(id)
      const after = admin.moveRule(id, position)
      plan.push(createLocalWrite('rule', { body: { position }, before, after }))
      return after
    },
  }
}
