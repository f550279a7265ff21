/** Describes the budget-month operations and their resources. */

import * as p from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** The schema of a category's target in a month. */
export const target = p.object({
  assignment_needed: p.money,
  remaining_to_assign: p.money,
  underfunded_amount: p.money,
  overfunded_by_amount: p.money,
  funded_ratio: p.number(),
  snoozed: p.boolean(),
})

/**
 * What a category's target asks for in a month. Without a target: zero amounts, ratio 0, not snoozed.
 * @see docs/spec.md#t0
 */
export type Target = p.InferOutput<typeof target>

/** The schema of a category in a month. */
export const monthCategory = p.object({
  id: p.id,
  name: p.string(),
  archived: p.boolean(),
  category_type: p.string(),
  assigned: p.money,
  activity: p.money,
  carryover_from_previous: p.money,
  available: p.money,
  // Another service may omit it or send null. docs/spec.md#t0
  target: p.optional(p.nullable(target)),
})

/** A category in a month: assigned, activity, carryover and available. */
export type MonthCategory = p.InferOutput<typeof monthCategory>

/** The schema of a category group in a month. */
export const monthGroup = p.object({
  id: p.id,
  name: p.string(),
  type: p.string(),
  categories: p.array(monthCategory),
})

/** A category group in a month. */
export type MonthGroup = p.InferOutput<typeof monthGroup>

/** The schema of a month's summary. */
export const monthSummary = p.object({
  percentage_funded: p.integer,
  total_target_amount: p.money,
  total_funded: p.money,
  total_remaining_to_fund: p.money,
  total_overspent: p.money,
})

/** The totals of a month's targets and overspending. */
export type MonthSummary = p.InferOutput<typeof monthSummary>

/** The schema of a budget month. */
export const budgetMonth = p.object({
  month: p.replyMonth,
  ready_to_assign: p.money,
  summary: monthSummary,
  category_groups: p.array(monthGroup),
})

/** A budget month. */
export type BudgetMonth = p.InferOutput<typeof budgetMonth>

/** GET /months/{month}. */
export const getMonth = defineOperation({
  summary: 'Get a budget month',
  method: 'GET',
  path: '/months/{month}',
  status: 200,
  reply: p.object({ currency: p.currencyCode, month: budgetMonth }),
})

/**
 * Returns the entity tag of a category in a month: its assigned and its available amount, e.g.
 * `"120.00/35.10"`. A client that read the month can build it too, so that concurrent relative changes each
 * start from the amount they add to.
 */
export const formatCategoryEtag = ({
  assigned,
  available,
}: Pick<MonthCategory, 'assigned' | 'available'>): string => `"${assigned}/${available}"`

/** PATCH /months/{month}/categories/{category_id}. */
export const assignCategory = defineOperation({
  summary: 'Set the amount assigned to a category in a month (replaces the old amount)',
  method: 'PATCH',
  path: '/months/{month}/categories/{category_id}',
  status: 200,
  conditional: true,
  body: p.strictFields({ assigned: p.amount }),
  reply: p.object({ category: monthCategory }),
})
