/** Reads the lines of a workspace by month, each month once, and yields those of any period. */

import type { ReportLine } from '../../contract/ports/report-source.ts'
import { addMonths, daysInMonth, FIRST_DAY, LAST_DAY, toMonth } from '../../money/calendar.ts'

/** A range of months or of dates, both ends included. */
export interface Period {
  first: string
  last: string
}

/** The lines of all months that were read. */
export interface MonthLines {
  /** Returns the lines of each month of a period that has any, the newest month first. */
  listMonths(period: Period): Promise<readonly ReportLine[][]>
}

/** Yields the lines of the dates of a period page by page, the newest first. */
export type ReadLines = (dates: Period) => AsyncIterable<readonly ReportLine[]>

/** Returns lines that are kept in memory once they were read. */
export function keepMonthLines(readLines: ReadLines): MonthLines {
  const linesByMonth = new Map<string, ReportLine[]>()
  const complete = new Set<string>()

  async function readMonths(months: Period): Promise<void> {
    const read = new Map<string, ReportLine[]>()
    for await (const page of readLines(toDates(months))) {
      for (const line of page) {
        const month = toMonth(line.date)
        const lines = read.get(month)
        if (lines) lines.push(line)
        else read.set(month, [line])
      }
    }
    for (const [month, lines] of read) linesByMonth.set(month, lines)
    for (const month of listMonths(months)) complete.add(month)
  }

  return {
    async listMonths(period) {
      const gaps = findGaps(period, (month) => complete.has(month))
      for (const gap of gaps) await readMonths(gap)
      return [...linesByMonth]
        .filter(([month]) => month >= period.first && month <= period.last)
        .toSorted(([a], [b]) => (a < b ? 1 : -1))
        .map(([, lines]) => lines)
    },
  }
}

/** Every month that can be budgeted. */
export const ALL_MONTHS: Period = { first: toMonth(FIRST_DAY), last: toMonth(LAST_DAY) }

/** Yields the months of a range. */
export function* listMonths({ first, last }: Period): Generator<string> {
  for (let month = first; month <= last; month = addMonths(month, 1)) yield month
}

/** Returns the dates of a range of months. */
const toDates = ({ first, last }: Period): Period => ({
  first: `${first}-01`,
  last: `${last}-${daysInMonth(last)}`,
})

/** Returns the ranges of months that are not complete, the newest first. */
function findGaps(period: Period, isComplete: (month: string) => boolean): Period[] {
  const gaps: Period[] = []
  let gap: Period | undefined
  for (const month of listMonths(period)) {
    if (isComplete(month)) gap = undefined
    else if (gap) gap.last = month
    else gaps.unshift((gap = { first: month, last: month }))
  }
  return gaps
}
