/** Decides what a report is compared with, and what is unknown of that time. @see docs/reports.md#periods */

import { addMonths, toMonth } from '../money/calendar.ts'
import { describePeriod } from './describe-period.ts'
import { type CoveredPeriod, countMonthsApart, type DayRange, shiftPeriod } from './period.ts'
import type { ReportInput } from './report.ts'

/** What a report is compared with. */
export interface Comparison {
  range: DayRange
  /** By how many months it is earlier. */
  monthsApart: number
  /** True if there are transactions from that time or before. */
  hasTransactions: boolean
  /** True if there are transactions from the month that a month is compared with, or before. */
  isMonthKnown(month: string): boolean
  /** Says what was compared, and what is unknown of it. */
  note: string
}

/** Returns what a report is compared with; null without `--compare`, and for a period that has not begun. */
export async function resolveComparison(
  { source, request }: Pick<ReportInput, 'source' | 'request'>,
  period: CoveredPeriod,
  what = '',
): Promise<Comparison | null> {
  if (!request.compare || period.since > request.today) return null
  const range = shiftPeriod(period, request.compare)
  const monthsApart = countMonthsApart(range, period)
  const first = (await source.readDateRange())?.first
  const hasTransactions = first !== undefined && first <= range.until
  const nothing = first === undefined ? 'no transactions' : `no transactions before ${toMonth(first)}`
  const compared = `Compared with ${what}${describePeriod(range)}`
  return {
    range,
    monthsApart,
    hasTransactions,
    isMonthKnown: (month) => first !== undefined && addMonths(month, -monthsApart) >= toMonth(first),
    note: !hasTransactions
      ? `There are ${nothing} to compare with`
      : toMonth(range.since) < toMonth(first)
        ? `${compared}; there are ${nothing}`
        : compared,
  }
}
