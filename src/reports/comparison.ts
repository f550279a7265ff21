/** Decides what a report is compared with, and what is unknown of that time. @see docs/reports.md#periods */

import type { LineDimension, LineQuery, LineTotal } from '../contract/ports/report-source.ts'
import { addMonths, daysBetween, daysInMonth, toMonth } from '../money/calendar.ts'
import { describePeriod } from './describe-period.ts'
import {
  type CoveredPeriod,
  countMonthsApart,
  type DayRange,
  listComparedDays,
  listMonthsOfPeriod,
  shiftPeriod,
} from './period.ts'
import type { ReportInput } from './report.ts'

/** What a report is compared with. */
export interface Comparison {
  range: DayRange
  /** By how many months it is earlier. */
  monthsApart: number
  /** The days that each month is compared with, where it is earlier by days. */
  comparedDays: ReadonlyMap<string, DayRange> | undefined
  /** True if that time has transactions as long as the period, so that their sums can be compared. */
  isWhole: boolean
  /** True if all of the month that a month is compared with is known. */
  isMonthKnown(month: string): boolean
  /** Says what was compared, or why nothing was. */
  note: string
}

/** Nothing need happen on the first days: so many percent of the time may be before the first transaction. */
const EMPTY_START_PERCENT = 10
/** Of so many percent of the months there must be transactions. */
const KNOWN_MONTHS_PERCENT = 75

const countDays = ({ since, until }: DayRange): number => daysBetween(since, until) + 1

/** True if a first transaction on this day leaves nothing of a time unknown. */
const isKnownFrom = (first: string | undefined, range: DayRange): boolean =>
  first !== undefined && daysBetween(range.since, first) * 100 <= countDays(range) * EMPTY_START_PERCENT

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
  const comparedDays = listComparedDays(period, request.compare)
  const isMonthKnown = (month: string): boolean => {
    const days = comparedDays?.get(month)
    if (days) return isKnownFrom(first, days)
    const earlier = addMonths(month, -monthsApart)
    return isKnownFrom(first, { since: `${earlier}-01`, until: `${earlier}-${daysInMonth(earlier)}` })
  }
  const reason = await explainUnknown(source, { range, period, first })
  const named = `${what}${describePeriod(range)}`
  const note = reason === undefined ? `Compared with ${named}` : reason.replace('RANGE', named)
  return { range, monthsApart, comparedDays, isWhole: reason === undefined, isMonthKnown, note }
}

/** Totals the lines of what a report is compared with, under the months of the report. */
export async function totalComparedMonths(
  { source }: Pick<ReportInput, 'source'>,
  query: LineQuery,
  dimensions: readonly LineDimension[],
  { range, monthsApart, comparedDays }: Comparison,
): Promise<LineTotal[]> {
  const read = (days: DayRange): Promise<LineTotal[]> =>
    source.totalLines({ ...query, ...days }, [...new Set([...dimensions, 'month' as const])])
  const totals: LineTotal[] = []
  if (!comparedDays)
    for (const total of await read(range))
      totals.push({ ...total, month: total.month === null ? null : addMonths(total.month, monthsApart) })
  else
    for (const [month, days] of comparedDays)
      for (const total of await read(days)) totals.push({ ...total, month })
  return totals
}

interface ComparedTime {
  range: DayRange
  period: DayRange
  /** The date of the first transaction. */
  first: string | undefined
}

/** Says why the sums of a time cannot be compared, with RANGE for its name; undefined if they can. */
async function explainUnknown(
  source: ReportInput['source'],
  { range, period, first }: ComparedTime,
): Promise<string | undefined> {
  const nothing = first === undefined ? 'no transactions' : `no transactions before ${toMonth(first)}`
  if (first === undefined || first > range.until) return `There are ${nothing} to compare with`
  if (range.until >= period.since)
    return 'No comparison with the year before, which overlaps with a period of more than a year: use --compare previous'
  if (!isKnownFrom(first, range)) return `No comparison with RANGE as a whole: there are ${nothing}`
  const months = listMonthsOfPeriod(range)
  const found = await source.totalLines({ ...range, kinds: ['spending', 'income'] }, ['month'])
  const known = new Set(found.map(({ month }) => month)).size
  return known * 100 < months.length * KNOWN_MONTHS_PERCENT
    ? `No comparison with RANGE: ${known === 0 ? 'it has' : `${months.length - known} of its ${months.length} months have`} no transactions`
    : undefined
}
