/**
 * The rows of a file, sorted by what the file alone says. Of a row only its bin and amount are kept.
 * @see docs/import.md#1-pipeline-and-invariants
 */

import type { RowError } from '../../contract/errors.ts'
import { FIRST_DAY, LAST_DAY } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { type BalanceCheckResult, createBalanceChecker } from '../infer/running-balance.ts'
import { MAX_NOTES_LENGTH } from '../matching/drafts.ts'
import type { ReadOptions } from '../model/read-options.ts'
import type { OverrideLookup, RowOverride } from '../model/row-decisions.ts'
import type { StatementRow } from '../model/statement.ts'
import {
  bankTextOnly,
  type Checkpoint,
  fileStart,
  type OmittedFields,
  type Statement,
} from '../model/statement.ts'

/** The bins of a plan. */
export const dispositions = [
  'create',
  'duplicate',
  'held',
  'pending',
  'excluded',
  'other_currency',
  'rejected',
] as const
export type Disposition = (typeof dispositions)[number]

/** The number by which a bin stands in `Sorted.bins`. */
export const dispositionCode = (disposition: Disposition): number => dispositions.indexOf(disposition)

export interface RowClassification {
  /** How many rows the file has. */
  size: number
  /** The bin of each row, as its number; a row that can be booked is in `create`. Row 1 stands at 0. */
  dispositionCodes: Uint8Array
  /** The amount of each row in minor units; 0 where it has none. */
  amounts: BigInt64Array
  /** What is to be told about the texts of each row: `marks`. */
  marks: Uint8Array
  /** Some row has more text than surely fits into the notes. */
  has_long_text: boolean
  /** Some rows whose merchant was taken out of the bank's text, no two of the same text. */
  renamed: StatementRow[]
  rejected: RowError[]
  /** The first and last rows that can be booked. */
  first: StatementRow[]
  last: StatementRow[]
  /** The first and last date of the rows that can be booked, also of those left out; undefined when there are none. */
  span: { first: string; last: string } | undefined
  /** How the balances beside the rows follow their amounts; undefined where none do. */
  balance: BalanceCheckResult | undefined
  /** From where the file can be read again, in its order; a block apart. */
  places: Checkpoint[]
}

/** The merchant has other letters than the bank's word; the notes are longer than the service takes. */
export const textMarks = { renamed: 1, cut: 2 } as const

/** Texts of so many signs fit into the notes, whatever stands between them. */
const SAFE_TEXT_LENGTH = MAX_NOTES_LENGTH - 4

const PREVIEW_ROWS = 3
/** So many texts are kept to show some of rows that are new. */
const MAX_RENAMED_ROWS = 100
const INITIAL_CAPACITY = 4096
const CREATE = dispositionCode('create')
const EXCLUDED = dispositionCode('excluded')

interface ClassifyOptions {
  overrideFor?: OverrideLookup | undefined
  /** Nobody looks at the rows before they are booked. */
  isUnseen?: boolean | undefined
}

/**
 * Reads all rows of a statement into bins, by what the file says. Merchants that nobody sees and nothing is decided by are
 * left to the pass that books them: finding them takes longer than all else.
 */
export function classifyRows(
  statement: Statement,
  choices: ReadOptions,
  sorting: ClassifyOptions = {},
): RowClassification {
  const { overrideFor, isUnseen } = sorting
  if (overrideFor || !isUnseen) return classifyOnce(statement, choices, { overrideFor })
  const sorted = classifyOnce(statement, choices, { unread: { merchants: true } })
  // How much of a long text the notes hold depends on its merchant.
  return sorted.has_long_text ? classifyOnce(statement, choices, {}) : sorted
}

const createClassification = (): RowClassification => ({
  size: 0,
  dispositionCodes: new Uint8Array(INITIAL_CAPACITY),
  amounts: new BigInt64Array(INITIAL_CAPACITY),
  marks: new Uint8Array(INITIAL_CAPACITY),
  has_long_text: false,
  renamed: [],
  rejected: [],
  first: [],
  last: [],
  span: undefined,
  balance: undefined,
  places: [fileStart],
})

function classifyOnce(
  statement: Statement,
  choices: ReadOptions,
  { overrideFor, unread }: { overrideFor?: OverrideLookup | undefined; unread?: OmittedFields },
): RowClassification {
  const sorted = createClassification()
  const check = statement.balances && createBalanceChecker(statement.balances)
  const names = new Set<string>()
  for (const row of statement.rows(fileStart, unread)) {
    if (row.disposition === 'ready' || row.disposition === 'rejected')
      check?.add({
        line: row.line,
        day: row.date,
        amount: row.problem ? undefined : row.minor,
        balance: row.balance,
      })
    if (row.resumeAt !== undefined) sorted.places.push({ at: row.resumeAt, line: row.line, row: row.row })
    const decision = overrideFor?.(row)
    const fits = toDisposition(row, choices)
    const isLeftOut = decision?.skip || decision?.unplanned
    const wrong = fits === 'create' ? findCalendarProblem(row) : row.problem
    // A bad row that a person left out keeps nobody from the others.
    const problem = isLeftOut ? undefined : wrong
    const disposition = problem ? 'rejected' : isLeftOut ? 'excluded' : fits
    if (problem) sorted.rejected.push(problem, ...((problem === row.problem && row.further_problems) || []))
    if (disposition === 'create') collectPreviewRow(sorted, row)
    if (fits === 'create' && !wrong) extendSpan(sorted, row)
    appendRow(sorted, disposition, row.minor)
    if (disposition === 'create') markTexts(sorted, row, { decision, names })
  }
  sorted.balance = check?.result()
  return sorted
}

function toDisposition({ disposition, date, amount }: StatementRow, choices: ReadOptions): Disposition {
  if (disposition === 'ready') return 'create'
  return disposition === 'pending' && choices.pending === 'import' && date !== '' && amount !== ''
    ? 'create'
    : disposition
}

function findCalendarProblem({ date, row, line }: StatementRow): RowError | undefined {
  if (date >= FIRST_DAY && date <= LAST_DAY) return undefined
  return { row, line, field: 'date', message: `${date} is not a date from ${FIRST_DAY} to ${LAST_DAY}` }
}

function appendRow(sorted: RowClassification, disposition: Disposition, minor: MinorUnits | undefined): void {
  const { size, dispositionCodes, amounts, marks: marksBefore } = sorted
  if (size === dispositionCodes.length) {
    sorted.dispositionCodes = new Uint8Array(size * 2)
    sorted.dispositionCodes.set(dispositionCodes)
    sorted.amounts = new BigInt64Array(size * 2)
    sorted.amounts.set(amounts)
    sorted.marks = new Uint8Array(size * 2)
    sorted.marks.set(marksBefore)
  }
  sorted.dispositionCodes[size] = dispositionCode(disposition)
  if (minor !== undefined) sorted.amounts[size] = minor
  sorted.size = size + 1
}

function collectPreviewRow({ first, last }: RowClassification, row: StatementRow): void {
  if (first.length < PREVIEW_ROWS) first.push(row)
  last.push(row)
  if (last.length > PREVIEW_ROWS) last.shift()
}

interface TextMarkContext {
  decision: RowOverride | undefined
  /** The texts of the rows that were kept. */
  names: Set<string>
}

/** Marks the row that was appended last. */
function markTexts(sorted: RowClassification, row: StatementRow, { decision, names }: TextMarkContext): void {
  const { payee, raw_payee, notes, raw_notes, details } = row
  const isRenamed =
    payee !== raw_payee &&
    decision?.merchant_name === undefined &&
    (payee.length !== raw_payee.length || payee.toLowerCase() !== raw_payee.toLowerCase())
  sorted.has_long_text ||= raw_payee.length + raw_notes.length + details.length > SAFE_TEXT_LENGTH
  const isCut = notes.length > MAX_NOTES_LENGTH && decision?.notes === undefined
  if (!isRenamed && !isCut) return
  sorted.marks[sorted.size - 1] = (isRenamed ? textMarks.renamed : 0) | (isCut ? textMarks.cut : 0)
  if (!isRenamed || names.size === MAX_RENAMED_ROWS || names.has(raw_payee)) return
  names.add(raw_payee)
  sorted.renamed.push(row)
}

function extendSpan(sorted: RowClassification, { date }: StatementRow): void {
  const { span } = sorted
  if (!span) sorted.span = { first: date, last: date }
  else if (date < span.first) span.first = date
  else if (date > span.last) span.last = date
}

/** Do the rows that can be booked run from the newest to the oldest? */
const isNewestFirst = ({ first, last }: Pick<RowClassification, 'first' | 'last'>): boolean =>
  (first[0]?.date ?? '') > (last.at(-1)?.date ?? '')

/** The rows of a file that lie in a bin, read from it once more. */
export function* readRowsByDisposition(
  disposition: Disposition,
  statement: Statement,
  {
    dispositionCodes,
    unread,
  }: Pick<RowClassification, 'dispositionCodes'> & { unread?: OmittedFields | undefined },
): Generator<StatementRow> {
  const wanted = dispositionCode(disposition)
  for (const row of statement.rows(fileStart, unread)) if (dispositionCodes[row.row - 1] === wanted) yield row
}

/**
 * The rows that can be booked, also those that a rule or a person leaves out: of two equal rows one of which is left out,
 * the account may hold either.
 */
export function* readImportableRows(
  statement: Statement,
  {
    dispositionCodes,
    choices,
    overrideFor,
  }: { dispositionCodes: Uint8Array; choices: ReadOptions; overrideFor: OverrideLookup | undefined },
): Generator<StatementRow> {
  for (const row of statement.rows(fileStart, overrideFor ? undefined : bankTextOnly)) {
    const isLeftOut =
      dispositionCodes[row.row - 1] === EXCLUDED && overrideFor !== undefined && isImportable(row, choices)
    if (dispositionCodes[row.row - 1] === CREATE || isLeftOut) yield row
  }
}

const isImportable = (row: StatementRow, choices: ReadOptions): boolean =>
  toDisposition(row, choices) === 'create' && findCalendarProblem(row) === undefined

/** The rows to book, read from the file once more, the oldest first. */
export function* readRowsToPost(
  statement: Statement,
  sorted: Pick<RowClassification, 'dispositionCodes' | 'first' | 'last' | 'places'>,
): Generator<StatementRow> {
  const unread = { balances: true } as const
  if (!isNewestFirst(sorted))
    return yield* readRowsByDisposition('create', statement, {
      dispositionCodes: sorted.dispositionCodes,
      unread,
    })
  // Read forwards block by block, and the blocks backwards, so that one block of rows is in memory.
  for (const [at, place] of [...sorted.places.entries()].toReversed()) {
    const end = sorted.places[at + 1]?.row ?? Number.POSITIVE_INFINITY
    const rows: StatementRow[] = []
    for (const row of statement.rows(place, unread)) {
      if (row.row >= end) break
      if (sorted.dispositionCodes[row.row - 1] === CREATE) rows.push(row)
    }
    yield* rows.toReversed()
  }
}
