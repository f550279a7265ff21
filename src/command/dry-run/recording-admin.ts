/** Makes changes to targets and rules for a dry run, writes them down, and leaves it to the caller to take them back. */ // cli.md §1 --dry-run

import type { CategoryTarget, Rule, WorkspaceAdmin } from '../../contract/ports/local-service.ts'
import { localChange, NEW, type Planned } from '../../render/planned-write.ts'

interface Rehearsal {
  plan: Planned[]
  /** Called before each change. */
  begin: () => void
}

/** What is set in a workspace outside the API, each change made so that it is refused as ever, and written down. */
export function rehearseAdmin(admin: WorkspaceAdmin, { plan, begin }: Rehearsal): WorkspaceAdmin {
  const targetOf = (category_id: string): CategoryTarget | undefined =>
    admin.listTargets().find((one) => one.category_id === category_id)
  const ruleOf = (id: string): Rule | undefined => admin.listRules().find((one) => one.id === id)
  // Each part is named, not spread: a new one does not compile until somebody has decided what a dry run makes of it.
  return {
    path: admin.path,
    listDeletedTransactions: admin.listDeletedTransactions,
    listTargets: admin.listTargets,
    listRules: admin.listRules,
    check: admin.check,
    backup(file, options) {
      admin.backup(file, { ...options, dry_run: true })
      plan.push(localChange('file', { body: { from: admin.path }, after: { path: file } }))
    },
    // No command marks an account as linked.
    setLinked() {
      throw new Error('A dry run reached for setLinked of a workspace')
    },
    setTarget(category_id, draft) {
      begin()
      const before = targetOf(category_id)
      const after = admin.setTarget(category_id, draft)
      plan.push(localChange('target', { body: draft, before, after }))
      return after
    },
    clearTarget(category_id) {
      begin()
      const before = admin.clearTarget(category_id)
      plan.push(localChange('target', { before }))
      return before
    },
    snoozeTarget(category_id, month) {
      begin()
      const after = admin.snoozeTarget(category_id, month)
      plan.push(localChange('snooze', { body: { month }, after }))
      return after
    },
    addRule(draft) {
      begin()
      const after = admin.addRule(draft)
      plan.push(localChange('rule', { body: draft, after: { ...after, id: NEW } }))
      return after
    },
    removeRule(id) {
      begin()
      const before = admin.removeRule(id)
      plan.push(localChange('rule', { before }))
      return before
    },
    moveRule(id, position) {
      begin()
      const before = ruleOf(id)
      const after = admin.moveRule(id, position)
      plan.push(localChange('rule', { body: { position }, before, after }))
      return after
    },
  }
}
