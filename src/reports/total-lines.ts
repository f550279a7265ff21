/** Totals lines by category, group, merchant, account or month, with what each row was before. */

import type { LineDimension, LineKind, LineQuery, LineTotal } from '../contract/ports/report-source.ts'
import { daysInMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { type Comparison, totalComparedMonths } from './comparison.ts'
import type { CoveredPeriod, DayRange } from './period.ts'
import type { ReportDimension, ReportInput } from './report.ts'

/** The totals of the lines that share a key: an id, a month, or null for lines without one. */
export interface KeyTotals {
  key: string | null
  amount: MinorUnits
  count: number
  /** null unless dates are wanted. */
  first_date: string | null
  last_date: string | null
  monthly: Map<string, MinorUnits>
  /** The total of the compared period. */
  compared: MinorUnits
}

/** Which lines a report is about. */
export interface LineScope {
  kinds: readonly LineKind[]
  sign: 1n | -1n
  dimension: ReportDimension
  period: CoveredPeriod
  /** True if the first and the last date of each key are wanted. */
  withDates?: boolean
}

const lineDimensions: Readonly<Record<ReportDimension, LineDimension>> = {
  category: 'category',
  group: 'category',
  merchant: 'merchant',
  account: 'account',
  month: 'month',
}

/** Returns the query for the lines of a request in a period. */
export const createLineQuery = (
  { request }: Pick<ReportInput, 'request'>,
  kinds: readonly LineKind[],
  { since, until }: { since: string; until: string },
): LineQuery => ({
  since,
  until,
  kinds,
  ...(request.account_ids && { account_ids: request.account_ids }),
  ...(request.category_ids && { category_ids: request.category_ids }),
})

/** Returns the function that reads the key of a total. */
function createKeyReader(dimension: ReportDimension, { names }: Pick<ReportInput, 'names'>) {
  const groupIds = new Map(names.categories.map(({ id, group_id }) => [id, group_id]))
  return (total: LineTotal): string | null => {
    switch (dimension) {
      case 'category':
        return total.category_id
      case 'group':
        return total.category_id === null ? null : (groupIds.get(total.category_id) ?? null)
      case 'merchant':
        return total.merchant_id
      case 'account':
        return total.account_id
      case 'month':
        return total.month
    }
  }
}

const earlier = (a: string | null, b: string | null): string | null =>
  b !== null && (a === null || b < a) ? b : a
const later = (a: string | null, b: string | null): string | null =>
  b !== null && (a === null || b > a) ? b : a

/** Returns the totals by key, those of the compared period beside them. */
export async function totalByKey(
  input: ReportInput,
  scope: LineScope,
  comparison: Comparison | null,
): Promise<KeyTotals[]> {
  const { source } = input
  const { kinds, sign, dimension, period, withDates = false } = scope
  const readKey = createKeyReader(dimension, input)
  const byKey = new Map<string | null, KeyTotals>()
  const getTotals = (key: string | null): KeyTotals => {
    const known = byKey.get(key)
    if (known) return known
    const empty = { key, amount: 0n, count: 0, first_date: null, last_date: null, compared: 0n }
    const totals = { ...empty, monthly: new Map<string, MinorUnits>() }
    byKey.set(key, totals)
    return totals
  }
  const dimensions = [...new Set([lineDimensions[dimension], 'month' as const])]
  const query = createLineQuery(input, kinds, period)
  for (const total of await source.totalLines(query, dimensions, { withDates })) {
    const totals = getTotals(readKey(total))
    const amount = sign * total.amount
    totals.amount += amount
    totals.count += total.count
    totals.first_date = earlier(totals.first_date, total.first_date)
    totals.last_date = later(totals.last_date, total.last_date)
    if (total.month !== null)
      totals.monthly.set(total.month, (totals.monthly.get(total.month) ?? 0n) + amount)
  }
  if (!comparison) return [...byKey.values()]
  const before = createLineQuery(input, kinds, comparison.range)
  const compared =
    dimension === 'month'
      ? await totalComparedMonths(input, before, [], comparison)
      : await source.totalLines(before, [lineDimensions[dimension]])
  for (const total of compared) getTotals(readKey(total)).compared += sign * total.amount
  return [...byKey.values()]
}

/** Returns the query for the lines of the rows with these keys. */
export function narrowQuery(
  base: LineQuery,
  dimension: ReportDimension,
  keys: readonly (string | null)[],
  { names }: Pick<ReportInput, 'names'>,
): LineQuery {
  switch (dimension) {
    case 'category':
      return { ...base, category_ids: keys }
    case 'group': {
      const ids = names.categories.filter(({ group_id }) => keys.includes(group_id)).map(({ id }) => id)
      const inGroups = keys.includes(null) ? [...ids, null] : ids
      const asked = base.category_ids
      return { ...base, category_ids: asked ? inGroups.filter((id) => asked.includes(id)) : inGroups }
    }
    case 'merchant':
      return { ...base, merchant_ids: keys }
    case 'account':
      return { ...base, account_ids: keys.filter((key) => key !== null) }
    case 'month':
      return { ...base, ...clipToMonth(base, keys[0] ?? '') }
  }
}

/** Returns the days of a month that are in the period of a query. */
export function clipToMonth({ since, until }: Pick<LineQuery, 'since' | 'until'>, month: string): DayRange {
  const [first, last] = [`${month}-01`, `${month}-${daysInMonth(month)}`]
  return {
    since: since !== undefined && since > first ? since : first,
    until: until !== undefined && until < last ? until : last,
  }
}
