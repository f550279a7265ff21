/** Decides which days a report covers, and which it is compared with. @see docs/reports.md#periods */

import type { ReportSource } from '../contract/ports/report-source.ts'
import { addDays, addMonths, daysBetween, daysInMonth, monthsBetween, toMonth } from '../money/calendar.ts'
import type { ReportRequest } from './report.ts'

/** First and last day, included. */
export interface DayRange {
  since: string
  until: string
}

/** The days a report covers. */
export interface CoveredPeriod extends DayRange {
  /** The end of the period the user meant: later than `until` while the period is not over. */
  end: string
}

/** The period of a report whose user named none. */
export type DefaultPeriod = 'this-month' | 'last-12-months' | 'everything'

const lastDay = (month: string): string => `${month}-${daysInMonth(month)}`

/** Returns the months from the first to the last, both included. */
export const listMonths = (first: string, last: string): string[] =>
  Array.from({ length: Math.max(0, monthsBetween(first, last) + 1) }, (_, at) => addMonths(first, at))

/** Returns the months that a period touches. */
export const listMonthsOfPeriod = ({ since, until }: DayRange): string[] =>
  listMonths(toMonth(since), toMonth(until))

/** Returns the days a report covers: a period that is not over ends today. */
export async function resolvePeriod(
  { today, period }: Pick<ReportRequest, 'today' | 'period'>,
  source: Pick<ReportSource, 'readDateRange'>,
  standard: DefaultPeriod,
): Promise<CoveredPeriod> {
  const month = toMonth(today)
  if (!period && standard === 'this-month') return { since: `${month}-01`, until: today, end: lastDay(month) }
  if (!period && standard === 'last-12-months')
    return { since: `${addMonths(month, -11)}-01`, until: today, end: lastDay(month) }
  const end = period?.until ?? today
  const since = period?.since ?? (await source.readDateRange())?.first ?? `${toMonth(end)}-01`
  const isTakenAsTyped = period?.isExact === true || since > today
  const until = isTakenAsTyped || end < today ? end : today
  return { since: since > until ? until : since, until, end }
}

/**
 * Returns those of the months that averages are over: whole ones that are over. There are none in a period that begins
 * or ends within a month, apart from one that goes on until today.
 */
export function selectWholeMonths(
  months: readonly string[],
  { since, end }: CoveredPeriod,
  { today, period }: Pick<ReportRequest, 'today' | 'period'>,
): string[] {
  const startsMonth = since.endsWith('-01') || period?.since === undefined
  const endsMonth = end === lastDay(toMonth(end)) || period?.until === undefined
  return startsMonth && endsMonth ? months.filter((month) => lastDay(month) <= today) : []
}

/** Moves a date by months. The last day of a month stays the last day. */
function shiftByMonths(date: string, count: number): string {
  const month = addMonths(toMonth(date), count)
  const isLast = date === lastDay(toMonth(date))
  const day = isLast ? daysInMonth(month) : Math.min(Number(date.slice(8)), daysInMonth(month))
  return `${month}-${String(day).padStart(2, '0')}`
}

/** Counts by how many months the compared period is earlier; undefined when it is earlier by days. */
function countShiftedMonths(
  period: CoveredPeriod,
  compare: NonNullable<ReportRequest['compare']>,
): number | undefined {
  if (compare === 'last-year') return 12
  const { since, end } = period
  return since.endsWith('-01') ? monthsBetween(toMonth(since), toMonth(end)) + 1 : undefined
}

/** Returns the days to compare with: as many as the period has, to the same day of the month or year. */
export function shiftPeriod(period: CoveredPeriod, compare: NonNullable<ReportRequest['compare']>): DayRange {
  const { since, until } = period
  const months = countShiftedMonths(period, compare)
  if (months !== undefined)
    return { since: shiftByMonths(since, -months), until: shiftByMonths(until, -months) }
  const days = daysBetween(since, until) + 1
  return { since: addDays(since, -days), until: addDays(until, -days) }
}

/**
 * Returns the days that each month of a period is compared with; undefined where whole months are earlier by months,
 * so that a month is compared with a month.
 */
export function listComparedDays(
  period: CoveredPeriod,
  compare: NonNullable<ReportRequest['compare']>,
): Map<string, DayRange> | undefined {
  if (countShiftedMonths(period, compare) !== undefined) return undefined
  const { since, until } = period
  const days = daysBetween(since, until) + 1
  return new Map(
    listMonthsOfPeriod(period).map((month) => {
      const [first, last] = [`${month}-01`, lastDay(month)]
      const from = first < since ? since : first
      const to = last > until ? until : last
      return [month, { since: addDays(from, -days), until: addDays(to, -days) }]
    }),
  )
}

/** Returns by how many months one period begins before another one. */
export const countMonthsApart = (earlier: DayRange, later: DayRange): number =>
  monthsBetween(toMonth(earlier.since), toMonth(later.since))
