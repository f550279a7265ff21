import * as p from '../fields.ts'
import { defineOperation } from '../operation.ts'

export const target = p.object({
  assignment_needed: p.money,
  remaining_to_assign: p.money,
  underfunded_amount: p.money,
  overfunded_by_amount: p.money,
  funded_ratio: p.number(),
  snoozed: p.boolean(),
})
/**
 * What a category's target asks for in one month. Without a target: zero amounts, ratio 0, not snoozed.
 * @see docs/spec.md#t0
 */
export type Target = p.InferOutput<typeof target>

export const monthCategory = p.object({
  id: p.string(),
  name: p.string(),
  archived: p.boolean(),
  category_type: p.string(),
  assigned: p.money,
  activity: p.money,
  carryover_from_previous: p.money,
  available: p.money,
  // A service other than ours may leave it out or send null. docs/spec.md#t0
  target: p.optional(p.nullable(target)),
})
export type MonthCategory = p.InferOutput<typeof monthCategory>

export const monthGroup = p.object({
  id: p.string(),
  name: p.string(),
  type: p.string(),
  categories: p.array(monthCategory),
})
export type MonthGroup = p.InferOutput<typeof monthGroup>

export const monthSummary = p.object({
  percentage_funded: p.integer,
  total_target_amount: p.money,
  total_funded: p.money,
  total_remaining_to_fund: p.money,
  total_overspent: p.money,
})
export type MonthSummary = p.InferOutput<typeof monthSummary>

export const budgetMonth = p.object({
  month: p.string(),
  ready_to_assign: p.money,
  summary: monthSummary,
  category_groups: p.array(monthGroup),
})

export const getMonth = defineOperation({
  summary: 'Get a budget month',
  method: 'GET',
  path: '/months/{month}',
  status: 200,
  reply: p.object({ currency: p.string(), month: budgetMonth }),
})

/**
 * The entity tag of a category in a month, as in `"120.00/35.10"`: its assigned and its available amount. Whoever read
 * the month can write it down, so that several relative changes at once each start from the figure they add to.
 */
export const formatCategoryEtag = ({
  assigned,
  available,
}: Pick<MonthCategory, 'assigned' | 'available'>): string => `"${assigned}/${available}"`

export const assignCategory = defineOperation({
  summary: "Set a category's assigned amount of a month (overwrites, never increments)",
  method: 'PATCH',
  path: '/months/{month}/categories/{category_id}',
  status: 200,
  conditional: true,
  body: p.strictFields({ assigned: p.amount }),
  reply: p.object({ category: monthCategory }),
})
