/** Finds what drafted lines take below zero: categories, and Ready to Assign. */

import type { Shortages } from '../command/context.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { BudgetMonth } from '../contract/operations/months.ts'
import type { ReadyToAssignByMonth } from '../contract/ports/drafts.ts'
import type { Change, ChangeFields } from '../contract/ports/history.ts'
import { addMonths } from '../money/calendar.ts'
import { add, compare, isNegative } from '../money/decimal.ts'

/** Amounts by what they are of: a category in a month, or Ready to Assign of one. */
type Figures = ReadonlyMap<string, string>

/** Months with the figures of theirs. */
export type MonthFigures = ReadonlyMap<string, BudgetMonth>

/** How many months after this one are read: what is assigned there is missing as well. */
const LATER_MONTHS = 12

/** Lists the months whose figures lines may take below zero. */
export const listMonths = (changed: Iterable<string>, today: string): string[] => {
  const first = today.slice(0, 7)
  const later = Array.from({ length: LATER_MONTHS + 1 }, (_, at) => addMonths(first, at))
  return [...new Set([...changed, ...later])].toSorted()
}

/** Returns what is below zero after lines and was not, or less so, before them. */
export function findShortages(
  before: MonthFigures,
  after: MonthFigures,
): Omit<Shortages, 'is_partly_unknown'> {
  const categories = new Set<string>()
  const ready_to_assign: Record<string, string> = {}
  for (const [month, figures] of after) {
    const earlier = before.get(month)
    if (isLess(earlier?.ready_to_assign, figures.ready_to_assign))
      ready_to_assign[month] = figures.ready_to_assign
    const known = listAvailable(earlier)
    for (const [id, available] of listAvailable(figures))
      if (isLess(known.get(id), available)) categories.add(id)
  }
  return { categories: [...categories], ready_to_assign }
}

const isLess = (before: string | undefined, after: string): boolean =>
  isNegative(after) && compare(after, before ?? '0') < 0

const listAvailable = (month: BudgetMonth | undefined): Figures =>
  new Map(
    (month?.category_groups ?? []).flatMap(({ categories }) =>
      categories.map(({ id, available }): [string, string] => [id, available]),
    ),
  )

/**
 * Predicts the shortages of changes that a dry run planned: assignments say what is available after them, and new
 * transactions in which category they are. What an edit or a deletion does is not known before it.
 */
export async function predictShortages(
  api: Pick<BudgetApi, 'getMonth'>,
  changes: readonly Change[],
  ready_to_assign: ReadyToAssignByMonth,
): Promise<Shortages> {
  const categories = new Set<string>()
  const spent = new Map<string, string>()
  let is_partly_unknown = false
  for (const { type, id, before, after } of changes) {
    if (type === 'assignment' && isLess(readText(before, 'available'), readText(after, 'available') ?? '0'))
      categories.add(id.slice(id.indexOf('/') + 1))
    if (type !== 'transaction') continue
    if (before) is_partly_unknown ||= changesFigures(before, after)
    else
      for (const [key, amount] of listSpending(after ?? {}))
        spent.set(key, add(spent.get(key) ?? '0', amount))
  }
  for (const [key, amount] of spent) {
    const [month = '', category = ''] = key.split('/')
    if (!isNegative(amount)) continue
    const available = listAvailable((await api.getMonth({ month })).month).get(category)
    if (available !== undefined && isNegative(add(available, amount))) categories.add(category)
  }
  const short = Object.entries(ready_to_assign).filter(([, [earlier, after]]) => isLess(earlier, after))
  return {
    categories: [...categories],
    ready_to_assign: Object.fromEntries(short.map(([month, [, after]]) => [month, after])),
    is_partly_unknown,
  }
}

const readText = (fields: ChangeFields | null, name: string): string | undefined => {
  const text = fields?.[name]
  return typeof text === 'string' ? text : undefined
}

const FIGURE_FIELDS = ['amount', 'date', 'category_id', 'ready_to_assign', 'account_id', 'splits']

const changesFigures = (before: ChangeFields, after: ChangeFields | null): boolean =>
  after === null || FIGURE_FIELDS.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** Lists the amounts of a new transaction by `MONTH/CATEGORY_ID`. */
function listSpending(fields: ChangeFields): [string, string][] {
  const month = (readText(fields, 'date') ?? '').slice(0, 7)
  const lines = Array.isArray(fields['splits']) ? (fields['splits'] as ChangeFields[]) : [fields]
  return lines.flatMap((line) => {
    const [category, amount] = [readText(line, 'category_id'), readText(line, 'amount')]
    return category === undefined || amount === undefined ? [] : [[`${month}/${category}`, amount]]
  })
}
