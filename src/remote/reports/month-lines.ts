/** Reads the lines of a workspace by month, each month once, and returns those of any period. */

import type { ReportLine, SourceAge } from '../../contract/ports/report-source.ts'
import { addMonths, toMonth } from '../../money/calendar.ts'
import type { KeptReading, LineCache } from './line-cache.ts'
import { ALL_MONTHS, findGaps, listMonths, type Period, toDates } from './months.ts'

/** The lines of all months that were read. */
export interface MonthLines {
  /** Returns the lines of each month of a period that has any, the newest month first. */
  listMonths(period: Period): Promise<readonly ReportLine[][]>
  /** Returns how old the lines from the cache are; undefined when none are. */
  readAge(): SourceAge | undefined
}

/** Yields the lines of the dates of a period page by page, the newest first. */
export type ReadLines = (dates: Period) => AsyncIterable<readonly ReportLine[]>

/** What was read so far. */
interface ReadMonths {
  linesByMonth: Map<string, ReportLine[]>
  complete: Set<string>
  age: SourceAge | undefined
}

interface ReadOptions {
  readLines: ReadLines
  /** The current month. It and later ones are read together: few transactions are dated ahead. */
  currentMonth: string
  /** Keeps the months before it for later invocations. */
  cache?: LineCache | undefined
}

/** Returns lines that are kept in memory once they were read, and in a cache for later invocations. */
export function keepMonthLines({ readLines, currentMonth, cache }: ReadOptions): MonthLines {
  const read: ReadMonths = { linesByMonth: new Map(), complete: new Set(), age: undefined }
  const isComplete = (month: string): boolean => read.complete.has(month)
  return {
    async listMonths({ first, last }) {
      const period = { first, last: last < currentMonth ? last : ALL_MONTHS.last }
      if (cache && findGaps(period, isComplete).length > 0) restoreMonths(read, cache, period)
      for (const gap of findGaps(period, isComplete)) await readMonths(read, gap, { readLines, cache })
      return [...read.linesByMonth]
        .filter(([month]) => month >= first && month <= last)
        .toSorted(([a], [b]) => (a < b ? 1 : -1))
        .map(([, lines]) => lines)
    },
    readAge: () => read.age,
  }
}

/** Takes from the cache what is not read yet. */
function restoreMonths(read: ReadMonths, cache: LineCache, period: Period): void {
  for (const { period: run, lines, read_at } of cache.restore(period)) {
    if (read.complete.has(run.first) || read.complete.has(run.last)) continue
    for (const month of listMonths(run)) read.complete.add(month)
    if (lines.length > 0) read.linesByMonth.set(run.first, lines)
    noteAge(read, selectReportedMonths(run, period), read_at)
  }
}

/** Returns the months whose age is reported: of months without lines only those that were asked for. */
function selectReportedMonths({ first, last }: Period, period: Period): Period {
  const reported = { first: maximum(first, period.first), last: minimum(last, period.last) }
  // Before the first transaction there is no first month to name.
  return reported.first === ALL_MONTHS.first ? { first: reported.last, last: reported.last } : reported
}

const minimum = (a: string, b: string): string => (a < b ? a : b)
const maximum = (a: string, b: string): string => (a > b ? a : b)

function noteAge(read: ReadMonths, run: Period, read_at: number): void {
  const { months, read_at: oldest } = read.age ?? { months: run, read_at }
  read.age = {
    months: { first: minimum(run.first, months.first), last: maximum(run.last, months.last) },
    read_at: Math.min(read_at, oldest),
  }
}

/** Requests the months of a gap. A month is complete, and kept, when the first line of an older one comes. */
async function readMonths(
  read: ReadMonths,
  gap: Period,
  { readLines, cache }: Pick<ReadOptions, 'readLines' | 'cache'>,
): Promise<void> {
  const kept = cache?.startReading()
  const lines = new Map<string, ReportLine[]>()
  let oldest = addMonths(gap.last, 1)
  for await (const page of readLines(toDates(gap))) {
    for (const line of page) addLine(lines, line)
    const reached = page.at(-1)?.date.slice(0, 'YYYY-MM'.length)
    if (reached === undefined) continue
    forgetLateLines(kept, page, oldest)
    if (reached >= oldest) continue
    kept?.keep({ first: addMonths(reached, 1), last: addMonths(oldest, -1) }, lines)
    oldest = addMonths(reached, 1)
  }
  kept?.keep({ first: gap.first, last: addMonths(oldest, -1) }, lines)
  for (const [month, own] of lines) read.linesByMonth.set(month, own)
  for (const month of listMonths(gap)) read.complete.add(month)
}

function addLine(lines: Map<string, ReportLine[]>, line: ReportLine): void {
  const month = toMonth(line.date)
  const own = lines.get(month)
  if (own) own.push(line)
  else lines.set(month, [line])
}

/** Forgets months that got a line after they were kept, because another program wrote between two pages. */
function forgetLateLines(kept: KeptReading | undefined, page: readonly ReportLine[], oldest: string): void {
  for (const { date } of page) if (toMonth(date) >= oldest) kept?.forget(toMonth(date))
}
