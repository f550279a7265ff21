/** The settings of a workspace for a dry run: changes join the plan, and whoever runs it takes them back. */ // cli.md §1 --dry-run

import type { CategoryTarget, Rule, WorkspaceAdmin } from '../contract/local.ts'
import type { Planned } from '../render/plan.ts'

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
  return {
    ...admin,
    setTarget(category_id, draft) {
      begin()
      const before = targetOf(category_id)
      const after = admin.setTarget(category_id, draft)
      const path = `/targets/${category_id}`
      plan.push({ method: 'PATCH', path, body: draft, ...(before && { before }), after })
      return after
    },
    clearTarget(category_id) {
      begin()
      const before = admin.clearTarget(category_id)
      plan.push({ method: 'DELETE', path: `/targets/${category_id}`, body: null, before })
      return before
    },
    snoozeTarget(category_id, month) {
      begin()
      const snooze = admin.snoozeTarget(category_id, month)
      plan.push({ method: 'POST', path: `/targets/${category_id}/snooze`, body: { month } })
      return snooze
    },
    addRule(draft) {
      begin()
      const rule = admin.addRule(draft)
      plan.push({ method: 'POST', path: '/rules', body: draft })
      return rule
    },
    removeRule(id) {
      begin()
      const before = admin.removeRule(id)
      plan.push({ method: 'DELETE', path: `/rules/${id}`, body: null, before })
      return before
    },
    moveRule(id, position) {
      begin()
      const before = ruleOf(id)
      const after = admin.moveRule(id, position)
      plan.push({
        method: 'PATCH',
        path: `/rules/${id}`,
        body: { position },
        ...(before && { before }),
        after,
      })
      return after
    },
  }
}
