/** The rows of a file, sorted by what the file alone says. Of a row only its bin and amount are kept. */ // import.md §1

import type { BadRow } from '../../contract/errors.ts'
import { FIRST_DAY, LAST_DAY } from '../../money/calendar.ts'
import type { Minor } from '../../money/minor-units.ts'
import { type BalanceResult, checkBalances } from '../infer/running-balance.ts'
import { LONGEST_NOTES } from '../matching/drafts.ts'
import type { Choices } from '../model/read-options.ts'
import type { Decide, Decision } from '../model/row-decisions.ts'
import { beginning, type Place, type Statement, type Unread, wordsOnly } from '../model/statement.ts'
import type { StatementRow } from '../model/statement-row.ts'

/** The bins of a plan. */
export const bins = [
  'create',
  'duplicate',
  'held',
  'pending',
  'excluded',
  'other_currency',
  'rejected',
] as const
export type Bin = (typeof bins)[number]

/** The number by which a bin stands in `Sorted.bins`. */
export const binNumber = (bin: Bin): number => bins.indexOf(bin)

export interface Sorted {
  /** How many rows the file has. */
  size: number
  /** The bin of each row, as its number; a row that can be booked is in `create`. Row 1 stands at 0. */
  bins: Uint8Array
  /** The amount of each row in minor units; 0 where it has none. */
  amounts: BigInt64Array
  /** What is to be told about the texts of each row: `marks`. */
  marks: Uint8Array
  /** Some row has more text than surely fits into the notes. */
  has_long_text: boolean
  /** Some rows whose merchant was taken out of the bank's text, no two of the same text. */
  renamed: StatementRow[]
  rejected: BadRow[]
  /** The first and last rows that can be booked. */
  first: StatementRow[]
  last: StatementRow[]
  /** The first and last date of the rows that can be booked, also of those left out; undefined when there are none. */
  span: { first: string; last: string } | undefined
  /** How the balances beside the rows follow their amounts; undefined where none do. */
  balance: BalanceResult | undefined
  /** From where the file can be read again, in its order; a block apart. */
  places: Place[]
}

/** The merchant has other letters than the bank's word; the notes are longer than the service takes. */
export const marks = { renamed: 1, cut: 2 } as const

/** Texts of so many signs fit into the notes, whatever stands between them. */
const SURELY_WHOLE = LONGEST_NOTES - 4

const SHOWN_ROWS = 3
/** So many texts are kept to show some of rows that are new. */
const RENAMED_ROWS = 100
const ROOM = 4096
const CREATE = binNumber('create')
const EXCLUDED = binNumber('excluded')

interface Sorting {
  decide?: Decide | undefined
  /** Nobody looks at the rows before they are booked. */
  isUnseen?: boolean | undefined
}

/**
 * Reads all rows of a statement into bins, by what the file says. Merchants that nobody sees and nothing is decided by are
 * left to the pass that books them: finding them takes longer than all else.
 */
export function sortRows(statement: Statement, choices: Choices, sorting: Sorting = {}): Sorted {
  const { decide, isUnseen } = sorting
  if (decide || !isUnseen) return sortOnce(statement, choices, { decide })
  const sorted = sortOnce(statement, choices, { unread: { merchants: true } })
  // How much of a long text the notes hold depends on its merchant.
  return sorted.has_long_text ? sortOnce(statement, choices, {}) : sorted
}

const nothingSorted = (): Sorted => ({
  size: 0,
  bins: new Uint8Array(ROOM),
  amounts: new BigInt64Array(ROOM),
  marks: new Uint8Array(ROOM),
  has_long_text: false,
  renamed: [],
  rejected: [],
  first: [],
  last: [],
  span: undefined,
  balance: undefined,
  places: [beginning],
})

function sortOnce(
  statement: Statement,
  choices: Choices,
  { decide, unread }: { decide?: Decide | undefined; unread?: Unread },
): Sorted {
  const sorted = nothingSorted()
  const check = statement.balances && checkBalances(statement.balances)
  const names = new Set<string>()
  for (const row of statement.rows(beginning, unread)) {
    if (row.bin === 'ready' || row.bin === 'rejected')
      check?.add({
        line: row.line,
        day: row.date,
        amount: row.problem ? undefined : row.minor,
        balance: row.balance,
      })
    if (row.opens !== undefined) sorted.places.push({ at: row.opens, line: row.line, row: row.row })
    const decision = decide?.(row)
    const fits = binOf(row, choices)
    const isLeftOut = decision?.skip || decision?.unplanned
    const wrong = fits === 'create' ? outsideCalendar(row) : row.problem
    // A bad row that a person left out keeps nobody from the others.
    const problem = isLeftOut ? undefined : wrong
    const bin = problem ? 'rejected' : isLeftOut ? 'excluded' : fits
    if (problem) sorted.rejected.push(problem, ...((problem === row.problem && row.further_problems) || []))
    if (bin === 'create') noteShown(sorted, row)
    if (fits === 'create' && !wrong) noteDay(sorted, row)
    append(sorted, bin, row.minor)
    if (bin === 'create') noteTexts(sorted, row, { decision, names })
  }
  sorted.balance = check?.result()
  return sorted
}

function binOf({ bin, date, amount }: StatementRow, choices: Choices): Bin {
  if (bin === 'ready') return 'create'
  return bin === 'pending' && choices.pending === 'import' && date !== '' && amount !== '' ? 'create' : bin
}

function outsideCalendar({ date, row, line }: StatementRow): BadRow | undefined {
  if (date >= FIRST_DAY && date <= LAST_DAY) return undefined
  return { row, line, field: 'date', message: `${date} is not a date from ${FIRST_DAY} to ${LAST_DAY}` }
}

function append(sorted: Sorted, bin: Bin, minor: Minor | undefined): void {
  const { size, bins, amounts, marks: marksBefore } = sorted
  if (size === bins.length) {
    sorted.bins = new Uint8Array(size * 2)
    sorted.bins.set(bins)
    sorted.amounts = new BigInt64Array(size * 2)
    sorted.amounts.set(amounts)
    sorted.marks = new Uint8Array(size * 2)
    sorted.marks.set(marksBefore)
  }
  sorted.bins[size] = binNumber(bin)
  if (minor !== undefined) sorted.amounts[size] = minor
  sorted.size = size + 1
}

function noteShown({ first, last }: Sorted, row: StatementRow): void {
  if (first.length < SHOWN_ROWS) first.push(row)
  last.push(row)
  if (last.length > SHOWN_ROWS) last.shift()
}

interface Naming {
  decision: Decision | undefined
  /** The texts of the rows that were kept. */
  names: Set<string>
}

/** Marks the row that was appended last. */
function noteTexts(sorted: Sorted, row: StatementRow, { decision, names }: Naming): void {
  const { payee, raw_payee, notes, raw_notes, details } = row
  const isRenamed =
    payee !== raw_payee &&
    decision?.merchant_name === undefined &&
    (payee.length !== raw_payee.length || payee.toLowerCase() !== raw_payee.toLowerCase())
  sorted.has_long_text ||= raw_payee.length + raw_notes.length + details.length > SURELY_WHOLE
  const isCut = notes.length > LONGEST_NOTES && decision?.notes === undefined
  if (!isRenamed && !isCut) return
  sorted.marks[sorted.size - 1] = (isRenamed ? marks.renamed : 0) | (isCut ? marks.cut : 0)
  if (!isRenamed || names.size === RENAMED_ROWS || names.has(raw_payee)) return
  names.add(raw_payee)
  sorted.renamed.push(row)
}

function noteDay(sorted: Sorted, { date }: StatementRow): void {
  const { span } = sorted
  if (!span) sorted.span = { first: date, last: date }
  else if (date < span.first) span.first = date
  else if (date > span.last) span.last = date
}

/** Do the rows that can be booked run from the newest to the oldest? */
const isNewestFirst = ({ first, last }: Pick<Sorted, 'first' | 'last'>): boolean =>
  (first[0]?.date ?? '') > (last.at(-1)?.date ?? '')

/** The rows of a file that lie in a bin, read from it once more. */
export function* rowsIn(
  bin: Bin,
  statement: Statement,
  { bins, unread }: Pick<Sorted, 'bins'> & { unread?: Unread | undefined },
): Generator<StatementRow> {
  const wanted = binNumber(bin)
  for (const row of statement.rows(beginning, unread)) if (bins[row.row - 1] === wanted) yield row
}

/**
 * The rows that can be booked, also those that a rule or a person leaves out: of two equal rows one of which is left out,
 * the account may hold either.
 */
export function* bookableRows(
  statement: Statement,
  { bins, choices, decide }: { bins: Uint8Array; choices: Choices; decide: Decide | undefined },
): Generator<StatementRow> {
  for (const row of statement.rows(beginning, decide ? undefined : wordsOnly)) {
    const isLeftOut = bins[row.row - 1] === EXCLUDED && decide !== undefined && isBookable(row, choices)
    if (bins[row.row - 1] === CREATE || isLeftOut) yield row
  }
}

const isBookable = (row: StatementRow, choices: Choices): boolean =>
  binOf(row, choices) === 'create' && outsideCalendar(row) === undefined

/** The rows to book, read from the file once more, the oldest first. */
export function* rowsToBook(
  statement: Statement,
  sorted: Pick<Sorted, 'bins' | 'first' | 'last' | 'places'>,
): Generator<StatementRow> {
  const unread = { balances: true } as const
  if (!isNewestFirst(sorted)) return yield* rowsIn('create', statement, { bins: sorted.bins, unread })
  // Read forwards block by block, and the blocks backwards, so that one block of rows is in memory.
  for (const [at, place] of [...sorted.places.entries()].toReversed()) {
    const end = sorted.places[at + 1]?.row ?? Number.POSITIVE_INFINITY
    const rows: StatementRow[] = []
    for (const row of statement.rows(place, unread)) {
      if (row.row >= end) break
      if (sorted.bins[row.row - 1] === CREATE) rows.push(row)
    }
    yield* rows.toReversed()
  }
}
