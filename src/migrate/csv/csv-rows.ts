/** Reads the rows of another program's table: accounts, signs, dates and amounts become values. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { AmountFormat } from '../../tables/cells/amount-format.ts'
import { CORRECT_ROW, createPlaceError } from '../../tables/source-file.ts'
import { sumAmounts } from '../figures.ts'
import { shareText } from '../remember-by-text.ts'
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
  const base = readTexts(row, reading)
  if (isDoubleEntry(row)) yield* readDoubleEntry(row, base, reading)
  else if (reading.isRowTaken(row)) {
    const account = reading.findAccount(row)
    const amount = readAmount(row, reading)
    yield* splitByDetails({ ...base, account, otherAccount: undefined, amount }, row, reading.money)
  }
}

/** Returns what a row says besides its accounts and amount. */
export const readTexts = (
  row: CsvCells,
  { parseDate }: Pick<CsvReading, 'parseDate'>,
): Omit<CsvRow, 'account' | 'otherAccount' | 'amount'> => ({
  date: parseDate(row.cell('date')),
  // A payee such as `Initial balance for "Giro"` says nothing more.
  payee: isStartingText(row.cell('payee')) ? '' : shareText(row.cell('customPayee') || row.cell('payee')),
  notes: formatNotes(row),
  ...readCategory(row),
  status: readStatus(row),
  type: row.cell('type').toLowerCase(),
  isTransfer: isTransferRow(row),
  isStartingBalance: isStartingRow(row),
  maybeOtherAccounts: listOtherAccounts(row),
})

/** Returns the group and the category of a row; a category inside of another one has its group. */
function readCategory(row: CsvCells): { group: string; category: string } {
  const [group, category, subcategory] = [row.cell('group'), row.cell('category'), row.cell('subcategory')]
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
function listOtherAccounts(row: CsvCells): string[] {
  const [category, payee] = [row.cell('category'), row.cell('payee')]
  const found = [category, payee].flatMap((text) =>
    OTHER_ACCOUNT_PATTERNS.flatMap((pattern) => pattern.exec(text)?.[1] ?? []),
  )
  const bare = isTransferRow(row) ? [category, payee] : category === '' ? [payee] : []
  return [row.cell('otherAccount'), ...found, ...bare].filter((text) => text !== '')
}

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

/** Returns the notes with the bank's own text and the tags behind them, e.g. `Dinner · VISA 1234 #holiday`. */
function formatNotes(row: CsvCells): string {
  const shown = new Set(['', row.cell('customPayee') || row.cell('payee')])
  const texts: string[] = []
  for (const field of ['notes', 'description', 'original'] as const) {
    const text = row.cell(field)
    if (shown.has(text) || isStartingText(text)) continue
    shown.add(text)
    texts.push(text)
  }
  const tags = row
    .cell('tags')
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
