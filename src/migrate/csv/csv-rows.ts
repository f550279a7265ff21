/** Reads the rows of another program's table: accounts, signs, dates and amounts become values. */

import type { MinorUnits } from '../../money/minor-units.ts'
import { describeRow, readCsvRecords } from '../csv-records.ts'
import type { DateCells } from '../date-cells.ts'
import type { CellPlace, MoneyCells, MoneyFormat } from '../money-cells.ts'
import type { SourceTransaction } from '../source-budget.ts'
import { createPlaceError, EXPORT_AGAIN } from '../source-question.ts'
import type { CsvField, CsvTable } from './csv-columns.ts'

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

/** One side of a row: most rows have one, a transfer between two own accounts has two. */
export interface CsvRow {
  account: string
  /** The other account, if the row is a transfer between two accounts that it names. */
  otherAccount: string | undefined
  date: string
  amount: MinorUnits
  payee: string
  notes: string
  group: string
  category: string
  status: SourceTransaction['status']
  /** The program calls it a transfer or a card payment. */
  isTransfer: boolean
  isStartingBalance: boolean
}

const NOT_BOOKED = /^(?:reverted|declined|denied|failed|cancell?ed|rejected|void(?:ed)?)$/i

/** False for a row of which the bank says that no money was moved. */
const isBooked = (row: CsvCells): boolean => !NOT_BOOKED.test(row.cell('status'))

/** Yields the rows of a file below its header, without those of which the bank says that no money was moved. */
export function* listCells(file: CsvFile): Generator<CsvCells> {
  for (const row of listAllCells(file)) if (isBooked(row)) yield row
}

/** Returns how many rows `listCells` leaves out. */
export function countNotBooked(file: CsvFile): number {
  let count = 0
  for (const row of listAllCells(file)) if (!isBooked(row)) count += 1
  return count
}

function* listAllCells({ file, text, table }: CsvFile): Generator<CsvCells> {
  const { delimiter, columns, headerRow, width } = table
  for (const record of readCsvRecords(text, { file, delimiter })) {
    if (record.row <= headerRow) continue
    // Programs leave out empty cells at the end; a longer row was cut at a delimiter inside of a text.
    const origin = describeRow(file, record.row)
    if (record.width > width && !isBlankFrom(record.width, width, (at) => record.cell(at)))
      throw createPlaceError(
        origin,
        `the row has ${record.width} cells, and the header has ${width}`,
        EXPORT_AGAIN,
      )
    yield { origin, cell: (field) => record.cell(columns.get(field) ?? width).trim() }
  }
}

const isBlankFrom = (width: number, from: number, cell: (at: number) => string): boolean =>
  Array.from({ length: width - from }, (_, at) => cell(from + at)).every((text) => text.trim() === '')

const AMOUNT_FIELDS = ['amount', 'outflow', 'inflow'] as const

/** Adds the dates and amounts of a file to the collections that decide their formats. */
export function collectCells(
  file: CsvFile,
  { money, dates, isTaken }: { money: MoneyCells; dates: DateCells; isTaken(row: CsvCells): boolean },
): void {
  for (const row of listCells(file)) {
    if (row.cell('date') === '') throw createPlaceError(row.origin, 'the date is empty', EXPORT_AGAIN)
    dates.add(row.cell('date'), row)
    if (!isTaken(row)) continue
    if (/[1-9]/.test(row.cell('fee'))) throw createFeeError(row)
    for (const field of AMOUNT_FIELDS) money.add(row.cell(field), row)
  }
}

const createFeeError = (row: CsvCells) =>
  createPlaceError(
    row.origin,
    `the row has a fee of "${row.cell('fee')}" besides its amount`,
    'Take the fees into the amounts, or give each a row of its own, and empty the column of fees',
  )

/** True if a column of money out has amounts below zero only. Among others, such an amount is a refund. */
export function areOutflowsNegative(file: CsvFile, money: MoneyFormat): boolean {
  if (file.table.columns.has('amount')) return false
  let hasNegative = false
  for (const row of listCells(file)) {
    const outflow = money.parse(row.cell('outflow'), row)
    if (outflow > 0n) return false
    hasNegative ||= outflow < 0n
  }
  return hasNegative
}

const OUT = /^(?:debit|dr|withdrawal|expense|out|outflow|payment|purchase)$/i
const TRANSFER =
  /transfer|credit card payment|überweisung|umbuchung|virement|transferência|przelew|överföring/i

/** True for a type of rows such as `debit`. */
export const isOutType = (type: string): boolean => OUT.test(type)

/** True if the program calls the row a transfer or a card payment. */
export const isTransferRow = (row: CsvCells): boolean =>
  TRANSFER.test(row.cell('category')) || TRANSFER.test(row.cell('type'))

/** How the rows of a file are read. */
export interface CsvReading {
  money: MoneyFormat
  parseDate(cell: string): string
  /** `columns`: in two columns; `type`: by a type such as `debit`; `inverted`: above zero for spending. */
  sign: 'columns' | 'type' | 'signed' | 'inverted'
  areOutflowsNegative: boolean
  /** The name of the account, if no column names it. */
  account: string
}

/** Yields the sides of a row. */
export function* readSides(row: CsvCells, reading: CsvReading): Generator<CsvRow> {
  const amount = readAmount(row, reading)
  const [source, destination] = [row.cell('source'), row.cell('destination')]
  const isStartingBalance = [row.cell('type'), row.cell('payee'), source, destination].some(isStartingText)
  const base = {
    date: reading.parseDate(row.cell('date')),
    // A payee such as `Initial balance for "Giro"` says nothing more.
    payee: isStartingText(row.cell('payee')) ? '' : row.cell('payee'),
    notes: formatNotes(row),
    group: row.cell('group'),
    category: row.cell('category'),
    status: readStatus(row),
    isTransfer: isTransferRow(row),
    isStartingBalance,
  }
  if (source === '' || destination === '')
    yield { ...base, account: row.cell('account') || reading.account, otherAccount: undefined, amount }
  else yield* readDoubleEntry(row, { ...base, amount: amount < 0n ? -amount : amount })
}

const STARTING_BALANCE =
  /^(?:(?:opening|starting|initial) balance|anfangs(?:saldo|bestand)|eröffnungs(?:saldo|bilanz)|solde initial|saldo (?:inicial|iniziale)|beginsaldo)(?= (?:for|of|account|für|pour|de|di|van)\b|[:"“„]| ["“„]|$)/i
const OWN_ACCOUNT = /asset|loan|debt|mortgage|liabilit|cash|default/i

const isStartingText = (text: string): boolean => STARTING_BALANCE.test(text)

/** Returns the sides on own accounts of a row that names where money comes from and where it goes. */
function* readDoubleEntry(row: CsvCells, base: Omit<CsvRow, 'account' | 'otherAccount'>): Generator<CsvRow> {
  const [source, destination] = [row.cell('source'), row.cell('destination')]
  const type = row.cell('type')
  const isOwn = (field: 'source' | 'destination', side: RegExp) => {
    if (isStartingText(row.cell(field))) return false
    const accountType = row.cell(`${field}Type`)
    return accountType === '' ? side.test(type) : OWN_ACCOUNT.test(accountType)
  }
  const isToOwn = isOwn('destination', /deposit|transfer|balance/i)
  // What an account owed at the start goes to an account that stands for starting balances.
  const isFromOwn = isOwn('source', isStartingText(destination) ? /./ : /withdrawal|transfer/i)
  const isTransfer = isFromOwn && isToOwn
  const notes = [base.payee, base.notes].filter((text) => text !== '').join(' · ')
  const findPayee = (other: string): string => (base.isStartingBalance ? '' : other)
  if (isFromOwn)
    yield {
      ...base,
      notes,
      account: source,
      payee: findPayee(destination),
      amount: -base.amount,
      otherAccount: isTransfer ? destination : undefined,
    }
  if (isToOwn)
    yield {
      ...base,
      notes,
      account: destination,
      payee: findPayee(source),
      otherAccount: isTransfer ? source : undefined,
    }
}

function readAmount(row: CsvCells, { money, sign, areOutflowsNegative }: CsvReading): MinorUnits {
  const parse = (field: CsvField) => money.parse(row.cell(field), row)
  if (sign === 'columns') {
    const outflow = parse('outflow')
    return parse('inflow') - (areOutflowsNegative ? -outflow : outflow)
  }
  if (row.cell('amount') === '') throw createPlaceError(row.origin, 'the amount is empty', EXPORT_AGAIN)
  const amount = parse('amount')
  if (sign === 'type') return isOutType(row.cell('type')) ? -amount : amount
  return sign === 'inverted' ? -amount : amount
}

/** Returns the notes with the bank's own text and the tags behind them, e.g. `Dinner · VISA 1234 #holiday`. */
function formatNotes(row: CsvCells): string {
  const original = row.cell('original')
  const texts = [row.cell('notes'), original === row.cell('payee') ? '' : original].filter(
    (text) => text !== '',
  )
  const tags = row
    .cell('tags')
    .split(/[,;]/)
    .map((tag) => tag.trim().replace(/^#/, '').replace(/\s+/g, '-'))
    .filter((tag) => tag !== '')
  return [texts.join(' · '), ...tags.map((tag) => `#${tag}`)].filter((text) => text !== '').join(' ')
}

function readStatus(row: CsvCells): SourceTransaction['status'] {
  if (/^(?:1|true|yes|reconciled)$/i.test(row.cell('reconciled')) || /^reconciled$/i.test(row.cell('status')))
    return 'reconciled'
  return /pending|uncleared|hold/i.test(row.cell('status')) ? 'pending' : 'cleared'
}
