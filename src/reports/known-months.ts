/** Decides which months of a period a report has rows for and averages over. @see docs/reports.md#periods */

import { daysInMonth, toMonth } from '../money/calendar.ts'
import { type DayRange, listMonthsOfPeriod } from './period.ts'
import type { ReportInput } from './report.ts'

/**
 * Returns the months of a period from the first one with spending or income in the whole workspace on, so that a
 * category without spending in January has an average with January. On a service, what was before the period is not
 * read for that. Months that have not begun are left out.
 * @param hasLines true for a month in which the report itself has lines
 */
export async function listKnownMonths(
  { source, request }: Pick<ReportInput, 'source' | 'request'>,
  period: DayRange,
  hasLines: (month: string) => boolean,
): Promise<readonly string[]> {
  const months = skipUnbegunEnd(
    listMonthsOfPeriod(period),
    (month) => month <= toMonth(request.today) || hasLines(month),
  )
  const begin = months.findIndex(hasLines)
  if (begin === 0) return months
  const before = months[begin - 1]
  const until = before === undefined ? period.until : `${before}-${daysInMonth(before)}`
  const since = source.costsRequests ? period.since : undefined
  const earlier = await source.totalLines({ since, until, kinds: ['spending', 'income'] }, ['month'])
  const [first] = [...earlier.map(({ month }) => month ?? ''), ...months.slice(begin, begin + 1)].toSorted()
  return first === undefined ? [] : months.filter((month) => month >= first)
}

/** Returns the rows from the first one on that is not empty; none if all are. */
export function skipEmptyStart<Row>(rows: readonly Row[], isEmpty: (row: Row) => boolean): Row[] {
  const begin = rows.findIndex((row) => !isEmpty(row))
  return begin < 0 ? [] : rows.slice(begin)
}

/** Returns the rows without those at the end that have not begun and have nothing yet. */
export const skipUnbegunEnd = <Row>(rows: readonly Row[], isKept: (row: Row) => boolean): Row[] =>
  rows.slice(0, rows.findLastIndex(isKept) + 1)
