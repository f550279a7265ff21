/** Keeps the lines of closed months of a remote workspace for later invocations. @see docs/reports.md#remote-cache */

import { StorageError } from '../../contract/errors.ts'
import type { MonthCache, MonthRun } from '../../contract/ports/remote-caches.ts'
import { type LineKind, lineKinds, type ReportLine } from '../../contract/ports/report-source.ts'
import { addMonths, isDate, toMonth } from '../../money/calendar.ts'
import { listMonths, type Period } from './months.ts'

/** Lines by month; a month that is not in it has none. */
type LinesByMonth = ReadonlyMap<string, readonly ReportLine[]>

/** What the cache had of a range of months. */
interface RestoredMonths {
  period: Period
  lines: ReportLine[]
  read_at: number
}

/** The lines that are kept between invocations. */
export interface LineCache {
  /** Returns what is kept of a range of months. */
  restore(months: Period): RestoredMonths[]
  /** Begins to read months; what is written from now on prevents that they are kept. */
  startReading(): KeptReading
}

/** The reading of months, which are kept as soon as they are complete. */
export interface KeptReading {
  /** Keeps the closed months of a range. */
  keep(months: Period, lines: LinesByMonth): void
  /** Forgets a month that was kept too early: another program wrote meanwhile. */
  forget(month: string): void
}

interface LineCacheOptions {
  cache: MonthCache
  /** The first month that is not closed. */
  currentMonth: string
  /** Returns milliseconds since 1970. */
  now: () => number
}

/** Returns the lines that a cache keeps. Where the cache fails, nothing is kept. */
export function createLineCache({ cache, currentMonth, now }: LineCacheOptions): LineCache {
  const lastClosed = addMonths(currentMonth, -1)
  return {
    restore({ first, last }) {
      const closed = { first, last: last < lastClosed ? last : lastClosed }
      return (unlessBroken(() => cache.list(closed)) ?? []).flatMap((run) => {
        const lines = parseLines(run)
        if (lines) return [{ period: { first: run.first, last: run.last }, lines, read_at: run.read_at }]
        // A damaged run is read again, as if it had never been kept.
        unlessBroken(() => cache.finishWrite(undefined, [run.first]))
        return []
      })
    },
    startReading() {
      const generation = unlessBroken(() => cache.startReading(now()))
      return {
        keep({ first, last }, lines) {
          const closed = { first, last: last < lastClosed ? last : lastClosed }
          if (generation === undefined || closed.first > closed.last) return
          unlessBroken(() => cache.keep(generation, toRuns(closed, lines, now())))
        },
        forget: (month) => unlessBroken(() => cache.finishWrite(undefined, [month])),
      }
    },
  }
}

function unlessBroken<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch (error) {
    if (error instanceof StorageError) return undefined
    throw error
  }
}

/** Returns a run for each month with lines, and one for all months without lines between them. */
function toRuns(months: Period, lines: LinesByMonth, read_at: number): MonthRun[] {
  const runs: MonthRun[] = []
  let isEmptyRun = false
  for (const month of listMonths(months)) {
    const own = lines.get(month) ?? []
    const previous = runs.at(-1)
    if (own.length === 0 && isEmptyRun && previous) previous.last = month
    else runs.push({ first: month, last: month, text: formatLines(own), read_at })
    isEmptyRun = own.length === 0
  }
  return runs
}

type StoredLine = [
  transaction_id: string,
  date: string,
  account_id: string,
  merchant_id: string | null,
  category_id: string | null,
  transfer_account_id: string | null,
  notes: string | null,
  amount: string,
  kind: LineKind,
]

const formatLines = (lines: readonly ReportLine[]): string =>
  JSON.stringify(
    lines.map(
      (line): StoredLine => [
        line.transaction_id,
        line.date,
        line.account_id,
        line.merchant_id,
        line.category_id,
        line.transfer_account_id,
        line.notes,
        String(line.amount),
        line.kind,
      ],
    ),
  )

/** Returns the lines of a run; undefined when the text is damaged. */
function parseLines({ text, first, last }: MonthRun): ReportLine[] | undefined {
  const stored = parseJson(text)
  if (!Array.isArray(stored)) return undefined
  const lines: ReportLine[] = []
  for (const one of stored) {
    if (!isStoredLine(one)) return undefined
    const [
      transaction_id,
      date,
      account_id,
      merchant_id,
      category_id,
      transfer_account_id,
      notes,
      amount,
      kind,
    ] = one
    const month = toMonth(date)
    if (month < first || month > last) return undefined
    lines.push({
      transaction_id,
      date,
      account_id,
      merchant_id,
      category_id,
      transfer_account_id,
      notes,
      amount: BigInt(amount),
      kind,
    })
  }
  return lines
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)
const kinds: ReadonlySet<unknown> = new Set(lineKinds)

function isStoredLine(value: unknown): value is StoredLine {
  if (!Array.isArray(value) || value.length !== STORED_FIELDS) return false
  const [transaction, date, account, merchant, category, transfer, notes, amount, kind]: readonly unknown[] =
    value
  return (
    [transaction, account].every(isText) &&
    [merchant, category, transfer, notes].every(isTextOrNull) &&
    isText(date) &&
    isDate(date) &&
    isText(amount) &&
    /^-?\d+$/.test(amount) &&
    kinds.has(kind)
  )
}

const STORED_FIELDS = 9
