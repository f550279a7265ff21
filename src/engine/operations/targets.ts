/**
 * Sets, clears and snoozes the targets of categories.
 * @see docs/spec.md#t-targets-and-summary
 * @see docs/spec.md#l-not-in-the-api-needed-locally-admin-functions-of-the-engine-never-routes-under-v1
 */

import { badRequest, notFound, notPositiveError } from '../../contract/errors.ts'
import { amountMessage } from '../../contract/fields.ts'
import {
  type CategoryTarget,
  type Snooze,
  type TargetDraft,
  type TargetKind,
  targetKinds,
} from '../../contract/ports/workspace-admin.ts'
import { isDate, isMonth } from '../../money/calendar.ts'
import type { CategoryRow } from '../../store/categories.ts'
import type { TargetRow } from '../../store/targets.ts'
import { assertFound, findRow, type RequestContext } from '../budget/request-context.ts'

const getCategoryRow = (context: RequestContext, id: string): CategoryRow =>
  findRow(context, 'category', id, context.store.categories.get)

const toCategoryName = ({ store, ids }: RequestContext, seq: number) => ({
  category_id: ids.toId('category', seq),
  category_name: assertFound(store.categories.get(seq)).name,
})

const toCategoryTarget = (context: RequestContext, target: TargetRow): CategoryTarget => ({
  ...toCategoryName(context, target.category),
  kind: target.kind,
  amount: context.formatMoney(target.amount),
  weekday: target.weekday,
  by: target.by_date,
  repeat_months: target.repeat_months,
})

/** Lists the targets of all categories. */
export const listTargets = (context: RequestContext): CategoryTarget[] =>
  context.store.targets.list().map((target) => toCategoryTarget(context, target))

const isWeekly = (kind: TargetKind): boolean => kind === 'weekly_refill' || kind === 'weekly_set_aside'

/**
 * Asserts that a draft has what its kind of target needs, and nothing else.
 * @throws ApiError bad_request
 */
export function assertValidTarget(
  { card }: Pick<CategoryRow, 'card'>,
  { kind, weekday, by, repeat_months }: Omit<TargetDraft, 'amount'>,
): void {
  if (!targetKinds.includes(kind)) throw badRequest(`kind must be one of: ${targetKinds.join(', ')}`)
  // The target of a payment category can only be a monthly amount. docs/spec.md#t8
  if (card !== null && kind !== 'monthly_set_aside') {
    throw badRequest('kind must be monthly_set_aside for a payment category')
  }
  if (isWeekly(kind) !== (weekday !== undefined)) {
    throw badRequest(isWeekly(kind) ? 'weekday is required' : 'weekday is for weekly targets')
  }
  if (weekday !== undefined && !(Number.isInteger(weekday) && weekday >= 0 && weekday <= 6)) {
    throw badRequest('weekday must be an integer from 0 to 6')
  }
  const isByDate = kind === 'by_date'
  if (isByDate && !(by && isDate(by))) throw badRequest('by must be a date in the form YYYY-MM-DD')
  if (!isByDate && by !== undefined) throw badRequest('by is for by_date targets')
  if (!isByDate && repeat_months !== undefined) throw badRequest('repeat_months is for by_date targets')
  if (repeat_months !== undefined && !(Number.isInteger(repeat_months) && repeat_months > 0)) {
    throw badRequest('repeat_months must be a positive integer')
  }
}

/** Sets or replaces a category's target. */
export function setTarget(context: RequestContext, category_id: string, draft: TargetDraft): CategoryTarget {
  const category = getCategoryRow(context, category_id)
  assertValidTarget(category, draft)
  const amount = context.parseAmount(draft.amount)
  if (amount === undefined) throw badRequest(`amount ${amountMessage}`)
  if (amount <= 0n) throw notPositiveError('')
  const target: TargetRow = {
    category: category.seq,
    kind: draft.kind,
    amount,
    weekday: draft.weekday ?? null,
    by_date: draft.by ?? null,
    repeat_months: draft.repeat_months ?? null,
    start_month: null,
  }
  context.store.targets.set(target)
  return toCategoryTarget(context, target)
}

/**
 * Removes a category's target and its snoozes.
 * @throws ApiError not_found without a target
 */
export function clearTarget(context: RequestContext, category_id: string): CategoryTarget {
  const { seq } = getCategoryRow(context, category_id)
  const target = context.store.targets.list().find(({ category }) => category === seq)
  if (!target) throw notFound('target')
  context.store.targets.clear(seq)
  return toCategoryTarget(context, target)
}

/** Leaves a category out of a month's targets. @see docs/spec.md#t7 */
export function snoozeTarget(context: RequestContext, category_id: string, month: string): Snooze {
  if (!isMonth(month)) throw badRequest('month must be in the form YYYY-MM')
  const { seq } = getCategoryRow(context, category_id)
  context.store.targets.snooze(seq, month)
  return { ...toCategoryName(context, seq), month }
}
