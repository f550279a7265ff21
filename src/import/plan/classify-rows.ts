/**
 * Classifies every row of a file by the file alone, keeping one disposition and amount per row.
 * @see docs/import.md#1-pipeline-and-invariants
 */

import { type RowError, UserError } from '../../contract/errors.ts'
import { FIRST_DAY, LAST_DAY } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { type BalanceCheckResult, createBalanceChecker } from '../../tables/columns/running-balance.ts'
import type { ReadOptions } from '../../tables/read-options.ts'
import { MAX_NOTES_LENGTH } from '../../transactions/duplicate-key.ts'
import type { OverrideLookup, RowOverride } from '../model/row-decisions.ts'
import type { SkippedLine, StatementRow } from '../model/statement.ts'
import {
  bankTextOnly,
  type Checkpoint,
  fileStart,
  type OmittedFields,
  type Statement,
} from '../model/statement.ts'
import { compareRunningBalance, createFigureChecker, type FigureDifference } from './check-stated-figures.ts'

/** What happens to a row of the file. Every row has exactly one disposition; the names are public in JSON. */
export const dispositions = [
  'create',
  'duplicate',
  'held',
  'pending',
  'excluded',
  'other_currency',
  'rejected',
] as const
/** What happens to a row of the file. */
export type Disposition = (typeof dispositions)[number]

/** Returns the number that stands for a disposition in `dispositionCodes`. */
export const dispositionCode = (disposition: Disposition): number => dispositions.indexOf(disposition)

/** The result of the first pass over the rows. Row 1 has index 0 in every array. */
export interface RowClassification {
  /** The number of rows in the file. */
  size: number
  /** The disposition of each row; importable rows are `create` until duplicates are found. */
  dispositionCodes: Uint8Array
  /** The amount of each row in minor units; 0 if it has none. */
  amounts: BigInt64Array
  /** The `textMarks` of each row. */
  marks: Uint8Array
  /** True if some row may have more text than fits into the notes. */
  has_long_text: boolean
  /** Some rows with an extracted merchant, each with a different bank text. */
  renamed: StatementRow[]
  rejected: RowError[]
  /** The first rows that are neither imported nor unreadable. */
  left_out: Pick<SkippedLine, 'line' | 'why'>[]
  /** The first and the last importable rows, for the preview. */
  first: StatementRow[]
  last: StatementRow[]
  /** The date range of all importable rows, including excluded ones; undefined if there are none. */
  span: { first: string; last: string } | undefined
  /** How the running balances follow the amounts; undefined if there are none. */
  balance: BalanceCheckResult | undefined
  /** Where the rows differ from the figures that the file states. */
  differences: readonly FigureDifference[]
  /** True if the rows lead from the opening to the closing balance that the file states. */
  is_proven: boolean
  /** The checkpoints of the file in order, one block apart. */
  checkpoints: Checkpoint[]
}

/**
 * Bit flags. `renamed`: the merchant differs from the bank's text. `cut`: the notes exceed the API's limit.
 */
export const textMarks = { renamed: 1, cut: 2 } as const

/** Texts of this total length fit into the notes with any separators. */
const SAFE_TEXT_LENGTH = MAX_NOTES_LENGTH - 4

const PREVIEW_ROWS = 3
/** The number of renamed rows kept as examples. */
const MAX_RENAMED_ROWS = 100
/** The number of rows without an amount that are kept for the preview. */
const MAX_LEFT_OUT_ROWS = 100
/** After so many bad rows, one must have been readable. */
const MAX_BAD_ROWS = 5000
const INITIAL_CAPACITY = 4096
const CREATE = dispositionCode('create')
const EXCLUDED = dispositionCode('excluded')

interface ClassifyOptions {
  overrideFor?: OverrideLookup | undefined
  /** True if no one sees the rows before they are posted. */
  isUnseen?: boolean | undefined
}

/**
 * Returns the classification of all rows. If no one sees the rows and no override needs them, merchants are
 * extracted only when posting, because that takes longer than everything else.
 */
export function classifyRows(
  statement: Statement,
  choices: ReadOptions,
  options: ClassifyOptions = {},
): RowClassification {
  const { overrideFor, isUnseen } = options
  if (overrideFor || !isUnseen) return classifyOnce(statement, choices, { overrideFor })
  const classification = classifyOnce(statement, choices, { omitted: { merchants: true } })
  // Whether a long text fits into the notes depends on its merchant.
  return classification.has_long_text ? classifyOnce(statement, choices, {}) : classification
}

const createClassification = (): RowClassification => ({
  size: 0,
  dispositionCodes: new Uint8Array(INITIAL_CAPACITY),
  amounts: new BigInt64Array(INITIAL_CAPACITY),
  marks: new Uint8Array(INITIAL_CAPACITY),
  has_long_text: false,
  renamed: [],
  rejected: [],
  left_out: [],
  first: [],
  last: [],
  span: undefined,
  balance: undefined,
  differences: [],
  is_proven: false,
  checkpoints: [fileStart],
})

function classifyOnce(
  statement: Statement,
  choices: ReadOptions,
  { overrideFor, omitted }: { overrideFor?: OverrideLookup | undefined; omitted?: OmittedFields },
): RowClassification {
  const classification = createClassification()
  const balanceChecker = statement.balances && createBalanceChecker(statement.balances)
  const figureChecker = createFigureChecker(statement.stated)
  const bankTexts = new Set<string>()
  for (const row of statement.rows(fileStart, omitted)) {
    const isCounted =
      row.disposition === 'ready' || (row.disposition === 'pending' && choices.pending === 'import')
    if (isCounted || row.disposition === 'rejected')
      balanceChecker?.add({
        line: row.line,
        day: row.date,
        amount: row.problem ? undefined : row.minor,
        balance: row.balance,
      })
    figureChecker.add(row)
    if (row.resumeAt !== undefined)
      classification.checkpoints.push({ at: row.resumeAt, line: row.line, row: row.row })
    const override = overrideFor?.(row)
    const ownDisposition = toDisposition(row, choices)
    const isExcluded = override?.skip || override?.unplanned
    const ownProblem = ownDisposition === 'create' ? findCalendarProblem(row) : row.problem
    // A bad row that the user excluded does not block the others.
    const problem = isExcluded ? undefined : ownProblem
    const disposition = problem ? 'rejected' : isExcluded ? 'excluded' : ownDisposition
    if (problem)
      classification.rejected.push(problem, ...((problem === row.problem && row.further_problems) || []))
    if (disposition !== 'create' && !problem && classification.left_out.length < MAX_LEFT_OUT_ROWS)
      classification.left_out.push({ line: row.line, why: row.reason || 'By a rule or your decision' })
    if (disposition === 'create') collectPreviewRow(classification, row)
    else if (classification.rejected.length >= MAX_BAD_ROWS) assertReadable(classification)
    if (ownDisposition === 'create' && !ownProblem) extendSpan(classification, row)
    appendRow(classification, disposition, row.minor)
    if (disposition === 'create') markTexts(classification, row, { decision: override, names: bankTexts })
  }
  classification.balance = balanceChecker?.result()
  classification.is_proven = figureChecker.isProven()
  classification.differences = [
    ...figureChecker.result(),
    ...compareRunningBalance(statement.stated, classification.balance),
  ]
  return classification
}

/** A damaged file is refused before millions of its rows are listed. */
function assertReadable({ first, rejected, size }: RowClassification): void {
  if (first.length > 0) return
  throw new UserError('invalid', `None of the first ${size + 1} rows can be read; nothing was imported`, {
    hint: 'Download the file again',
    rows: rejected,
  })
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

function appendRow(
  classification: RowClassification,
  disposition: Disposition,
  minor: MinorUnits | undefined,
): void {
  const { size, dispositionCodes, amounts, marks } = classification
  if (size === dispositionCodes.length) {
    classification.dispositionCodes = new Uint8Array(size * 2)
    classification.dispositionCodes.set(dispositionCodes)
    classification.amounts = new BigInt64Array(size * 2)
    classification.amounts.set(amounts)
    classification.marks = new Uint8Array(size * 2)
    classification.marks.set(marks)
  }
  classification.dispositionCodes[size] = dispositionCode(disposition)
  if (minor !== undefined) classification.amounts[size] = minor
  classification.size = size + 1
}

function collectPreviewRow({ first, last }: RowClassification, row: StatementRow): void {
  if (first.length < PREVIEW_ROWS) first.push(row)
  last.push(row)
  if (last.length > PREVIEW_ROWS) last.shift()
}

interface TextMarkContext {
  decision: RowOverride | undefined
  /** The bank texts of the rows kept so far. */
  names: Set<string>
}

/** Sets the text marks of the row that was appended last. */
function markTexts(
  classification: RowClassification,
  row: StatementRow,
  { decision, names }: TextMarkContext,
): void {
  const { payee, raw_payee, notes, raw_notes, details } = row
  const isRenamed =
    payee !== raw_payee &&
    decision?.merchant_name === undefined &&
    (payee.length !== raw_payee.length || payee.toLowerCase() !== raw_payee.toLowerCase())
  classification.has_long_text ||= raw_payee.length + raw_notes.length + details.length > SAFE_TEXT_LENGTH
  const isCut = notes.length > MAX_NOTES_LENGTH && decision?.notes === undefined
  if (!isRenamed && !isCut) return
  classification.marks[classification.size - 1] =
    (isRenamed ? textMarks.renamed : 0) | (isCut ? textMarks.cut : 0)
  if (!isRenamed || names.size === MAX_RENAMED_ROWS || names.has(raw_payee)) return
  names.add(raw_payee)
  classification.renamed.push(row)
}

function extendSpan(classification: RowClassification, { date }: StatementRow): void {
  const { span } = classification
  if (!span) classification.span = { first: date, last: date }
  else if (date < span.first) span.first = date
  else if (date > span.last) span.last = date
}

/** True if the importable rows run from the newest to the oldest. */
const isNewestFirst = ({ first, last }: Pick<RowClassification, 'first' | 'last'>): boolean =>
  (first[0]?.date ?? '') > (last.at(-1)?.date ?? '')

/** Re-reads the file and yields the rows with one disposition. */
export function* readRowsByDisposition(
  disposition: Disposition,
  statement: Statement,
  {
    dispositionCodes,
    omitted,
  }: Pick<RowClassification, 'dispositionCodes'> & { omitted?: OmittedFields | undefined },
): Generator<StatementRow> {
  const wanted = dispositionCode(disposition)
  for (const row of statement.rows(fileStart, omitted))
    if (dispositionCodes[row.row - 1] === wanted) yield row
}

/**
 * Yields importable rows, including those a rule or the user excluded: when two rows are equal, the account
 * may already hold the excluded one, so both must be counted.
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

/** Re-reads the file and yields the rows to post, oldest first. */
export function* readRowsToPost(
  statement: Statement,
  classification: Pick<RowClassification, 'dispositionCodes' | 'first' | 'last' | 'checkpoints'>,
): Generator<StatementRow> {
  const omitted = { balances: true } as const
  if (!isNewestFirst(classification))
    return yield* readRowsByDisposition('create', statement, {
      dispositionCodes: classification.dispositionCodes,
      omitted,
    })
  // Blocks are read forwards but taken in reverse order, so that only one block of rows is in memory.
  for (const [at, place] of [...classification.checkpoints.entries()].toReversed()) {
    const end = classification.checkpoints[at + 1]?.row ?? Number.POSITIVE_INFINITY
    const rows: StatementRow[] = []
    for (const row of statement.rows(place, omitted)) {
      if (row.row >= end) break
      if (classification.dispositionCodes[row.row - 1] === CREATE) rows.push(row)
    }
    yield* rows.toReversed()
  }
}
