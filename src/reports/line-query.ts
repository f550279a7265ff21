/** Narrows the query of a report to the lines of some of its rows. */

import type { LineQuery } from '../contract/ports/report-source.ts'
import { daysInMonth } from '../money/calendar.ts'
import type { DayRange } from './period.ts'
import type { ReportDimension, ReportInput } from './report.ts'

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
