/** Reads the rows of another program's table: accounts, signs, dates and amounts become values. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { AmountFormat } from '../../tables/cells/amount-format.ts'
import { CORRECT_ROW, createPlaceError } from '../../tables/source-file.ts'
import { sumAmounts } from '../figures.ts'
import { rememberByText, shareText } from '../remember-by-text.ts'
import type { SourceTransaction } from '../source-budget.ts'
import {
  type CsvCells,
  type CsvFile,
  isStartingRow,
  isStartingText,
  isTransferRow,
  listCells,
} from './csv-cells.ts'
import type { CsvField } from './csv-columns.ts'
import { isDoubleEntry, readDoubleEntry } from './csv-double-entry.ts'
import type { CsvReading, CsvRow } from './csv-row.ts'
import { applySign } from './csv-sign.ts'

/** True if a column of money out has amounts below zero only. Among others, such an amount is a refund. */
export function areOutflowsNegative(
  file: CsvFile,
  money: AmountFormat,
  isTaken: (row: CsvCells) => boolean,
): boolean {
  if (file.table.columns.has('amount')) return false
  let hasNegative = false
  for (const row of listCells(file)) {
    if (!isTaken(row)) continue
    const outflow = money.parse(row.cell('outflow'), row)
    if (outflow > 0n) return false
    hasNegative ||= outflow < 0n
  }
  return hasNegative
}

/** Yields the sides of a row that are in the currency of the workspace. */
export function* readSides(row: CsvCells, reading: CsvReading): Generator<CsvRow> {
  if (isDoubleEntry(row)) yield* readDoubleEntry(row, readTexts(row, reading), reading)
  else if (reading.isRowTaken(row)) {
    const side = { account: reading.findAccount(row), amount: readAmount(row, reading) }
    yield* splitByDetails(readTexts(row, reading, side), row, reading.money)
  }
}

/** Returns what a row says, with its account and amount. */
export function readTexts(
  row: CsvCells,
  { parseDate }: Pick<CsvReading, 'parseDate'>,
  { account, amount }: Pick<CsvRow, 'account' | 'amount'> = { account: '', amount: 0n },
): CsvRow {
  const { group, category } = readCategory(row)
  // No spread: an object that is made by one takes three times the memory.
  return {
    account,
    otherAccount: undefined,
    maybeOtherAccounts: listOtherAccounts(row),
    date: parseDate(row.cell('date')),
    amount,
    // A payee such as `Initial balance for "Giro"` says nothing more.
    payee: isStartingText(row.cell('payee')) ? '' : shareText(row.cell('customPayee') || row.cell('payee')),
    notes: formatNotes(row),
    group,
    category,
    status: readStatus(row),
    type: shareText(row.cell('type').toLowerCase()),
    isTransfer: isTransferRow(row),
    isStartingBalance: isStartingRow(row),
  }
}

/** Returns the group and the category of a row; a category inside of another one has its group. */
function readCategory(row: CsvCells): { group: string; category: string } {
  const group = row.cell('group')
  const category = row.cell('category')
  const subcategory = row.cell('subcategory')
  return subcategory === ''
    ? { group: shareText(group), category: shareText(category) }
    : { group: shareText(group || category), category: shareText(subcategory) }
}

const OTHER_ACCOUNT_PATTERNS = [
  /^(?:to|from) '(.+)'$/i,
  /^(?:transfers? ?: ?)?\[(.+)\]$/i,
  /^(?:transfers?|übertrag|umbuchung|virement) ?: ?(.+)$/i,
]

/** Returns the texts of a row that may name the account which its money comes from or goes to. */
function listOtherAccounts(row: CsvCells): readonly string[] {
  const category = row.cell('category')
  const payee = row.cell('payee')
  const other = row.cell('otherAccount')
  const [inCategory, inPayee] = [findOtherAccounts(category), findOtherAccounts(payee)]
  const bare = isTransferRow(row) ? [category, payee] : category === '' ? [payee] : NONE
  if (other === '' && inCategory.length + inPayee.length + bare.length === 0) return NONE
  return [other, ...inCategory, ...inPayee, ...bare].filter((text) => text !== '')
}

const NONE: readonly string[] = []

const findOtherAccounts = rememberByText((text: string): readonly string[] => {
  const found = OTHER_ACCOUNT_PATTERNS.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])
  return found.length === 0 ? NONE : found
})

/** What the amount of a row is read by. */
type AmountReading = Pick<CsvReading, 'money' | 'sign' | 'areOutflowsNegative' | 'feeFactor'>

/** Returns the amount of a row, below zero for money out. @throws UserError for an empty cell */
export function readAmount(row: CsvCells, reading: AmountReading): MinorUnits {
  const { money, sign, areOutflowsNegative } = reading
  const parse = (field: CsvField) => money.parse(row.cell(field), row)
  if (sign === 'columns') {
    const outflow = parse('outflow')
    return parse('inflow') - (areOutflowsNegative ? -outflow : outflow) + readFee(row, reading)
  }
  if (row.cell('amount') === '') throw createPlaceError(row.origin, 'the amount is empty', CORRECT_ROW)
  const amount = parse('amount')
  return applySign(sign, row, amount) + readFee(row, reading)
}

const readFee = (row: CsvCells, { money, feeFactor }: AmountReading): MinorUnits =>
  feeFactor === 0n ? 0n : feeFactor * money.parse(row.cell('fee'), row)

const NOTE_FIELDS = ['notes', 'description', 'original'] as const

/** Returns the notes with the bank's own text and the tags behind them, e.g. `Dinner · VISA 1234 #holiday`. */
function formatNotes(row: CsvCells): string {
  const payee = row.cell('customPayee') || row.cell('payee')
  const texts: string[] = []
  for (const field of NOTE_FIELDS) {
    const text = row.cell(field)
    if (text !== '' && text !== payee && !texts.includes(text) && !isStartingText(text)) texts.push(text)
  }
  const tagged = row.cell('tags')
  if (tagged === '') return texts.join(' · ')
  const tags = tagged
    .split(/[,;]/)
    .map((tag) => tag.trim().replace(/^#/, '').replace(/\s+/g, '-'))
    .filter((tag) => tag !== '')
  return [texts.join(' · '), ...tags.map((tag) => `#${tag}`)].filter((text) => text !== '').join(' ')
}

function readStatus(row: CsvCells): SourceTransaction['status'] {
  const status = row.cell('status')
  if (/^(?:1|true|yes|reconciled)$/i.test(row.cell('reconciled')) || /^(?:reconciled|r|y)$/i.test(status))
    return 'reconciled'
  return /pending|uncleared|not cleared|hold|^[un]$/i.test(status) ? 'pending' : 'cleared'
}

const PARTS = /^[^|]+\|-?[\d.,]+(?:\|\|[^|]+\|-?[\d.,]+)*$/

/** Yields a row for each part; the row itself if it has none, or none that add up to it. */
function* splitByDetails(row: CsvRow, cells: CsvCells, money: AmountFormat): Generator<CsvRow> {
  const details = cells.cell('details')
  if (!PARTS.test(details)) return yield row
  const parts = details.split('||').map((part) => {
    const [category = '', amount = ''] = part.split('|')
    return { ...row, category, amount: money.parse(amount, cells) }
  })
  // A list of the categories alone says nothing of how much went to each.
  if (sumAmounts(parts) !== row.amount) return yield row
  yield* parts
}
