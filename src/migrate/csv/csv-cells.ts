/** Reads the cells of another program's table: rows of money, without totals, headings and rows not booked. */

import { UserError } from '../../contract/errors.ts'
import type { AmountCells } from '../../tables/cells/amount-format.ts'
import type { DateCells } from '../../tables/cells/date-format.ts'
import { isDateCell } from '../../tables/cells/dates.ts'
import { type CsvRecord, describeRow, readCsvRecords } from '../../tables/records/csv-records.ts'
import { type CellPlace, CORRECT_ROW, createPlaceError } from '../../tables/source-file.ts'
import { rememberByText } from '../remember-by-text.ts'
import type { CsvField, CsvTable } from './csv-columns.ts'
import { isTransferText } from './transaction-types.ts'

/** A file with its table. */
export interface CsvFile {
  file: string
  text: string
  table: CsvTable
}

/** A row as text. It is valid until the next one is read. */
export interface CsvCells extends CellPlace {
  cell(field: CsvField): string
}

type Cell = CsvCells['cell']

/** Why a row moves no money; `total` stands for headings inside of a table as well. */
type LeftReason = 'not-booked' | 'total' | 'split'

const NOT_BOOKED = /^(?:reverted|declined|denied|failed|cancell?ed|rejected|void(?:ed)?)$/i
const TOTAL =
  /^(?:(?:net |grand )?total(?: (?:inflows?|outflows?|income|expenses?|balance|amount))?|balance|saldo|summe|gesamt|solde)\s*:?$/i
const SPLIT = /^-*\s*split\s*-*$/i
/** The columns of amounts. */
export const AMOUNT_FIELDS = ['amount', 'outflow', 'inflow'] as const
/** What a part of a transaction takes from the row above it that has the date. */
const INHERITED_FIELDS = new Set<CsvField>([
  'transactionId',
  'date',
  'account',
  'accountNumber',
  'payee',
  'status',
  'currency',
])

/** Yields the rows of a file below its header that move money. */
export function* listCells(file: CsvFile): Generator<CsvCells> {
  for (const [row, reason] of listAllCells(file)) if (reason === undefined) yield row
}

/** Yields the rows without a date that are totals, or headings of accounts. */
export function* listTotals(file: CsvFile): Generator<CsvCells> {
  for (const [row, reason] of listAllCells(file)) if (reason === 'total') yield row
}

/** Counts the rows that `listCells` leaves out; the first row of a split is none, because its parts are read. */
export function countLeftRows(file: CsvFile): { notBooked: number; totals: number } {
  const counts = { notBooked: 0, totals: 0 }
  for (const [, reason] of listAllCells(file)) {
    if (reason === 'not-booked') counts.notBooked += 1
    if (reason === 'total') counts.totals += 1
  }
  return counts
}

function* listAllCells({ file, text, table }: CsvFile): Generator<[CsvCells, LeftReason | undefined]> {
  const { delimiter, columns, headerRow, width, known } = table
  // The first posting of a transaction has an amount of its own, the first row of a split has not.
  const hasPostings = known?.hasPostings === true
  let split: ReadonlyMap<CsvField, string> | undefined
  let parent: ReadonlyMap<CsvField, string> | undefined
  let current: CsvRecord | undefined
  // A row is asked for the same cells again and again.
  const texts: string[] = []
  const rowByIndex: number[] = []
  const own: Cell = (field) => {
    const index = columns.get(field)
    if (index === undefined || !current) return ''
    if (rowByIndex[index] !== current.row) {
      const cell = current.cell(index).trim()
      texts[index] = field === 'currency' ? cell.replace(/^CURRENCY::/, '') : cell
      rowByIndex[index] = current.row
    }
    return texts[index] ?? ''
  }
  const row: CsvCells = {
    get origin() {
      return describeRow(file, current?.row ?? 0)
    },
    cell: (field) => own(field) || (parent?.get(field) ?? ''),
  }
  const found: Record<'taken' | 'total' | 'left' | 'head', [CsvCells, LeftReason | undefined]> = {
    taken: [row, undefined],
    total: [row, 'total'],
    left: [row, 'not-booked'],
    head: [row, 'split'],
  }
  for (const record of readCsvRecords(text, { file, delimiter, hint: CORRECT_ROW })) {
    if (record.row <= headerRow) continue
    current = record
    const isDated = own('date') !== ''
    if (isDated) split = hasPostings || isSplitHead(own) ? copyCells(own) : undefined
    const isPart = !isDated && own(hasPostings ? 'account' : 'category') !== '' && hasDigit(own, /\d/)
    parent = isPart ? split : undefined
    const isTotal = !isDated && parent === undefined && isTotalRow(record, own)
    // Programs leave out empty cells at the end; a longer row was cut at a delimiter inside of a text.
    if (!isTotal && record.width > width && !isBlankFrom(record, width))
      throw createPlaceError(
        row.origin,
        `the row has ${record.width} cells, but the header has ${width}`,
        CORRECT_ROW,
      )
    const isHead = isDated && split !== undefined && !hasPostings
    const isLeft = NOT_BOOKED.test(row.cell('status'))
    yield isTotal ? found.total : isLeft ? found.left : isHead ? found.head : found.taken
  }
}

const hasDigit = (cell: Cell, digit: RegExp): boolean =>
  AMOUNT_FIELDS.some((field) => digit.test(cell(field)))

/** True for the first row of a split transaction whose rows below have the amounts. */
const isSplitHead = (cell: Cell): boolean =>
  !hasDigit(cell, /[1-9]/) && (SPLIT.test(cell('category')) || /[1-9]/.test(cell('splitAmount')))

const copyCells = (cell: Cell): ReadonlyMap<CsvField, string> =>
  new Map([...INHERITED_FIELDS].map((field) => [field, cell(field)]))

/** True for a row without a date that is a total, or that has no amount either. */
const isTotalRow = (record: CsvRecord, cell: Cell): boolean =>
  listTexts(record, 0).some((text) => TOTAL.test(text)) || !hasDigit(cell, /\d/)

const isBlankFrom = (record: CsvRecord, from: number): boolean =>
  listTexts(record, from).every((text) => text === '')

const listTexts = (record: CsvRecord, from: number): string[] =>
  Array.from({ length: record.width - from }, (_, at) => record.cell(from + at).trim())

/** What cells are added to, and which of them. */
interface CellCollections {
  isOwnCurrency(currency: string): boolean
  isRowTaken(row: CsvCells): boolean
  money: AmountCells
  dates: DateCells
}

/**
 * Adds the dates and amounts of a file to the collections that decide their formats.
 * @throws UserError about the first row that cannot be read, with the number of the others
 */
export function collectCells(file: CsvFile, collections: CellCollections): void {
  let first: UserError | undefined
  let others = 0
  for (const row of listCells(file))
    try {
      addCells(row, collections)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      if (first !== undefined) others += 1
      first ??= error
    }
  if (first === undefined) return
  if (others === 0) throw first
  const rest =
    others === 1 ? 'another row cannot be read either' : `${others} other rows cannot be read either`
  throw new UserError(first.kind, `${first.message}; ${rest}`, {
    hint: first.hint ?? CORRECT_ROW,
  })
}

function addCells(row: CsvCells, { money, dates, isOwnCurrency, isRowTaken }: CellCollections): void {
  const date = row.cell('date')
  if (date === '') throw createPlaceError(row.origin, 'the date is empty', CORRECT_ROW)
  if (!isBeforeAll(row)) {
    if (!isDate(date)) throw createPlaceError(row.origin, `"${date}" is not a date`, CORRECT_ROW)
    dates.add(date, row)
  }
  const foreign = row.cell('foreignCurrency')
  if (foreign !== '' && isOwnCurrency(foreign)) money.add(row.cell('foreignAmount'), row)
  if (!isRowTaken(row)) return
  if (hasFeeCell(row)) money.add(row.cell('fee'), row)
  for (const field of AMOUNT_FIELDS) money.add(row.cell(field), row)
}

const isDate = rememberByText((cell: string): boolean => isDateCell(cell))

/** True for a row with a fee. */
export const hasFeeCell = (row: CsvCells): boolean => /[1-9]/.test(row.cell('fee'))

/** True for a starting balance of a year that stands for the beginning of time, such as 10100101. */
const isBeforeAll = (row: CsvCells): boolean =>
  /^(?:0|1[0-8])\d{2}[-/.]?\d{2}[-/.]?\d{2}/.test(row.cell('date')) && isStartingRow(row)

const YES = /^(?:1|true|yes|ja|oui|sí|si|sim|да)$/i

/** True if the program calls the row a transfer or a card payment. */
export function isTransferRow(row: CsvCells): boolean {
  const mark = row.cell('isTransfer')
  if (YES.test(mark)) return true
  if (/^transferred balance\b/i.test(row.cell('notes'))) return true
  return (
    isTransferText(row.cell('category')) ||
    isTransferText(row.cell('subcategory')) ||
    isTransferText(row.cell('type'))
  )
}

const STARTING_BALANCE =
  /^(?:(?:opening|starting|initial) balance|anfangs(?:saldo|bestand)|eröffnungs(?:saldo|bilanz)|solde initial|saldo (?:inicial|iniziale)|beginsaldo)(?= (?:for|of|account|für|pour|de|di|van)\b|[:"“„]| ["“„]|$)/i
const NEW_ACCOUNT = /^(?:\(?new account\)?|balance modification|init_amount)$/i

/** True for a text such as `Initial balance for "Giro"`. */
export const isStartingText = rememberByText((text: string): boolean => STARTING_BALANCE.test(text))

/** True for a row with the balance that an account began with. */
export const isStartingRow = (row: CsvCells): boolean =>
  NEW_ACCOUNT.test(row.cell('type')) ||
  NEW_ACCOUNT.test(row.cell('subcategory')) ||
  (['type', 'payee', 'category', 'source', 'destination'] as const).some((field) =>
    isStartingText(row.cell(field)),
  )
