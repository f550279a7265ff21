/**
 * Profiles the sampled columns: counts of dates, numbers, currencies and terms in their cells.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { isEmptyAmount } from '../cells/amount-cell.ts'
import { isNumberCell, parseNumberParts } from '../cells/amount-parts.ts'
import { type DateStyle, detectDateStyles, isDateCell } from '../cells/dates.ts'
import { isBalanceText, isFormattedReason, parseDirection } from '../cells/vocabulary.ts'
import type { FileRecord } from '../file-record.ts'
import { parseCurrency } from '../words/currency-terms.ts'
import { detectHeaderRoles, type HeaderRole } from '../words/header-terms.ts'

/** What the sampled cells of one column contain. A number counts cells unless its comment says otherwise. */
export interface ColumnProfile {
  /** The position of the column; the first has 0. */
  index: number
  name: string
  roles: ReadonlyMap<HeaderRole, number>
  filled: number
  dates: number
  dateForms: ReadonlyMap<DateStyle, number>
  numbers: number
  /** Numbers with a sign, a decimal separator or a currency, i.e. not just a counter or an id. */
  moneyLike: number
  /** Whole numbers with a leading zero or too many digits for money. */
  codes: number
  negative: number
  positive: number
  /** Positive numbers with an explicit plus sign or CR. */
  explicitCredits: number
  /** The currencies written inside the numbers. */
  writtenCurrencies: ReadonlySet<string>
  currencies: ReadonlySet<string>
  directions: ReadonlySet<string>
  /** Cells that hold no direction. */
  notDirection: number
  /** Cells that hold no currency. */
  notCurrency: number
  /** How many different cells there are. */
  distinct: number
  /** The number of letters in all cells together. */
  letters: number
  /** Cells with an IBAN, an account number or a card number. */
  accounts: number
}

/** The sampled records of a table and the profiles of its columns. */
export interface TableProfile {
  /** The sampled records that look like transactions. */
  records: readonly FileRecord[]
  /**
   * The other valid records: balances, totals, notes. Their dates are written like those of the transactions.
   */
  others: readonly FileRecord[]
  columns: readonly ColumnProfile[]
}

/** Returns the profile of a table from its sampled records. */
export function profileTable(
  sample: readonly FileRecord[],
  header: readonly string[] | undefined,
  isRow: (cells: readonly string[]) => boolean = isTransactionRow,
): TableProfile {
  const records: FileRecord[] = []
  const others: FileRecord[] = []
  for (const record of sample) {
    if (record.invalidReason !== undefined) continue
    const isBooked = isRow(record.cells) && !record.cells.some(isBalanceText)
    if (isBooked) records.push(record)
    else others.push(record)
  }
  const shaped = records.length > 0 ? records : others
  const width = Math.max(header?.length ?? 0, ...shaped.slice(0, 500).map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => {
    const cells = records.flatMap((record) => record.cells[at] || [])
    // Rejected rows are returned with such a last column; it is no part of the bank's table.
    const isReasonColumn = at === width - 1 && cells.length > 0 && cells.every(isFormattedReason)
    return isReasonColumn ? profileColumn(at, '', []) : profileColumn(at, header?.[at] ?? '', cells)
  })
  return { records, others, columns }
}

const ACCOUNT_NUMBER = /^(?=.*\d)(?:[A-Z]{2}\d{2}(?: ?[A-Z0-9]){8,30}|[\dxX*]+[ /-]?[\dxX*/ -]{5,})$/

const moneyRoles = ['amount', 'in', 'out', 'balance', 'fee'] as const satisfies HeaderRole[]

/** Returns the cells of a column of numbers without the dashes that stand for no number. */
function dropEmptyAmounts(name: string, cells: readonly string[]): readonly string[] {
  if (!cells.some(isEmptyAmount)) return cells
  const filled = cells.filter((cell) => !isEmptyAmount(cell))
  const roles = detectHeaderRoles(name)
  const isMoney = filled.length > 0 ? filled.every(isNumberCell) : moneyRoles.some((role) => roles.has(role))
  return isMoney ? filled : cells
}

function profileColumn(at: number, name: string, allCells: readonly string[]): ColumnProfile {
  const cells = dropEmptyAmounts(name, allCells)
  const styles = new Map<DateStyle, number>()
  let dates = 0
  for (const cell of cells) {
    const found = detectDateStyles(cell)
    if (found.length > 0) dates += 1
    for (const style of found) styles.set(style, (styles.get(style) ?? 0) + 1)
  }
  return {
    index: at,
    name,
    roles: detectHeaderRoles(name),
    filled: cells.length,
    dates,
    dateForms: styles,
    ...countNumbers(cells),
    ...countTexts(cells),
  }
}

function countNumbers(cells: readonly string[]) {
  const facts = {
    numbers: 0,
    moneyLike: 0,
    codes: 0,
    negative: 0,
    positive: 0,
    explicitCredits: 0,
    writtenCurrencies: new Set<string>(),
  }
  for (const cell of cells) {
    const number = parseNumberParts(cell)
    if (!number) continue
    facts.numbers += 1
    if (number.hasSign || number.symbol !== '' || /[.,]/.test(number.digits)) facts.moneyLike += 1
    else if (/^(?:0\d|\d{10})\d*$/.test(number.digits)) facts.codes += 1
    if (number.isNegative) facts.negative += 1
    else if (/[1-9]/.test(number.digits)) facts.positive += 1
    if (number.isExplicitCredit) facts.explicitCredits += 1
    const currency = parseCurrency(number.symbol)
    if (currency !== undefined) facts.writtenCurrencies.add(currency)
  }
  return facts
}

function countTexts(cells: readonly string[]) {
  const currencies = new Set<string>()
  const directions = new Set<string>()
  let notCurrency = 0
  let notDirection = 0
  let letters = 0
  for (const cell of cells) {
    const currency = parseCurrency(cell)
    if (currency === undefined) notCurrency += 1
    else currencies.add(currency)
    const direction = parseDirection(cell)
    if (direction === undefined) notDirection += 1
    else directions.add(direction)
    letters += cell.replace(/\P{L}+/gu, '').length
  }
  const accounts = cells.filter((cell) => ACCOUNT_NUMBER.test(cell)).length
  return {
    currencies,
    directions,
    notCurrency,
    notDirection,
    distinct: new Set(cells).size,
    letters,
    accounts,
  }
}

/** True if nearly every filled cell of the column is a date. */
export const isDateColumn = (column: ColumnProfile): boolean =>
  column.dates > 0 && column.dates >= column.filled * 0.8

/** True if nearly every filled cell of the column is a number and the column holds no dates. */
export const isNumberColumn = (column: ColumnProfile): boolean =>
  !isDateColumn(column) && column.numbers > 0 && (column.numbers >= column.filled * 0.8 || hasOneWord(column))

/** True if all but one cell below a heading of money are amounts: the row with the word is rejected. */
const hasOneWord = (column: ColumnProfile): boolean =>
  column.moneyLike > 1 &&
  column.filled - column.numbers === 1 &&
  moneyRoles.some((role) => scoreRole(column, role) > 0)

const NUMBER_HEADING =
  /番号|번호|[单單订訂流编編]号|\b(?:no|nr|id|number|num|numero|número|numéro|nummer)\b|\p{L}nummer\b|\bn[°º]|№|номер/iu

/** True if the numbers of a column name or count something: no money heading, and no number written like money. */
export const isIdentifierColumn = (column: ColumnProfile): boolean =>
  column.moneyLike === 0 &&
  moneyRoles.every((role) => scoreRole(column, role) === 0) &&
  (NUMBER_HEADING.test(column.name) || column.codes === column.numbers)

/**
 * Returns how strongly the header names a role: 3 for the exact term, 2 for a part of the header, 0 for not
 * at all.
 */
export const scoreRole = (column: ColumnProfile, role: HeaderRole): number => column.roles.get(role) ?? 0

/** True if one cell is a date and another one a number. */
export function isTransactionRow(cells: readonly string[], isDate = isDateCell): boolean {
  let date = false
  let number = false
  for (const cell of cells) {
    if (cell === '') continue
    if (isDate(cell)) date = true
    else if (isNumberCell(cell)) number = true
    if (date && number) return true
  }
  return false
}

const MAX_TEXT_SHOWN = 24

/** Returns e.g. `ALDI 12.30`; empty if the row has neither words nor an amount. */
export function describeRow({ cells }: FileRecord, { columns }: TableProfile): string {
  const cellsByLikelihood = columns
    .toSorted((a, b) => scoreCounterpartyColumn(b) - scoreCounterpartyColumn(a))
    .map(({ index }) => cells[index] ?? '')
  const text = cellsByLikelihood.find(isDescriptiveText) ?? ''
  const short = text.length > MAX_TEXT_SHOWN ? `${text.slice(0, MAX_TEXT_SHOWN).trimEnd()}…` : text
  const amount = columns.find(
    (column) => isNumberColumn(column) && column.moneyLike > 0 && /[1-9]/.test(cells[column.index] ?? ''),
  )
  return [short, amount ? (cells[amount.index] ?? '') : ''].filter(Boolean).join(' ').replace(/\s+/g, ' ')
}

/** Returns how likely a column names the counterparty. */
const scoreCounterpartyColumn = (column: ColumnProfile): number =>
  (scoreRole(column, 'payee') + scoreRole(column, 'text') / 2) * 1000 +
  column.letters / Math.max(1, column.filled)

const isDescriptiveText = (cell: string): boolean =>
  /\p{L}{2}/u.test(cell) &&
  !isDateCell(cell) &&
  !isNumberCell(cell) &&
  parseCurrency(cell) === undefined &&
  parseDirection(cell) === undefined
