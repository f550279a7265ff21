/** The settings of a workspace for a dry run: reads go through, writes join the plan. */ // cli.md §1 --dry-run

import { notFound } from '../contract/errors.ts'
import type { CategoryTarget, Rule, WorkspaceAdmin } from '../contract/local.ts'
import type { Planned } from '../render/plan.ts'

/** What is set in a workspace outside the API, except that changes are written down instead of made. */
export function rehearseAdmin(admin: WorkspaceAdmin, plan: Planned[]): WorkspaceAdmin {
  const targetOf = (category_id: string): CategoryTarget | undefined =>
    admin.listTargets().find((one) => one.category_id === category_id)
  const ruleOf = (id: string): Rule => {
    const rule = admin.listRules().find((one) => one.id === id)
    if (!rule) throw notFound('rule')
    return rule
  }
  return {
    ...admin,
    setTarget(category_id, draft) {
      const before = targetOf(category_id)
      const cleared = { weekday: null, by: null, repeat_months: null }
      const after = { ...(before ?? { category_id, category_name: '' }), ...cleared, ...draft }
      const path = `/targets/${category_id}`
      plan.push({ method: 'PATCH', path, body: draft, ...(before && { before }), after })
      return after
    },
    clearTarget(category_id) {
      const before = targetOf(category_id)
      if (!before) throw notFound('target')
      plan.push({ method: 'DELETE', path: `/targets/${category_id}`, body: null, before })
      return before
    },
    snoozeTarget(category_id, month) {
      plan.push({ method: 'POST', path: `/targets/${category_id}/snooze`, body: { month } })
      return { category_id, category_name: '', month }
    },
    addRule(draft) {
      plan.push({ method: 'POST', path: '/rules', body: draft })
      return { ...nothing, ...draft, id: '(new)', position: admin.listRules().length + 1 }
    },
    removeRule(id) {
      const before = ruleOf(id)
      plan.push({ method: 'DELETE', path: `/rules/${id}`, body: null, before })
      return before
    },
    moveRule(id, position) {
      const before = ruleOf(id)
      const after = { ...before, position }
      plan.push({ method: 'PATCH', path: `/rules/${id}`, body: { position }, before, after })
      return after
    },
  }
}

/** The parts of a rule that say nothing. */
const nothing: Omit<Rule, 'id' | 'position'> = {
  merchant_id: null,
  merchant_name: null,
  merchant_contains: null,
  account_id: null,
  account_name: null,
  direction: null,
  category_id: null,
  category_name: null,
  ready_to_assign: false,
}
