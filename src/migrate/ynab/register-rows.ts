/** Reads the rows of a YNAB register: dates, amounts and states become values. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { DateCells } from '../../tables/cells/date-cells.ts'
import type { MoneyCells, MoneyFormat } from '../../tables/cells/money-cells.ts'
import { createPlaceError, EXPORT_AGAIN } from '../../tables/source-file.ts'
import { addAmount } from '../figures.ts'
import { shareText } from '../remember-by-text.ts'
import type { SourceCategoryRef, SourceTransaction } from '../source-budget.ts'
import { type CategoryFinder, type CategoryName, toCategoryKey } from './categories.ts'
import type { YnabRow, YnabTable } from './columns.ts'
import { parseTransferPayee } from './payees-and-notes.ts'
import type { RegisterColumn } from './table-header.ts'

/** A row of the register. A split transaction has one for each line. */
export interface RegisterRow {
  account: string
  date: string
  payee: string
  /** The other account, if the payee names a transfer and the amount is not 0. */
  transferAccount: string | undefined
  category: SourceCategoryRef
  memo: string
  flag: string
  /** Empty in exports without the column. */
  checkNumber: string
  amount: MinorUnits
  status: SourceTransaction['status']
}

/** How the rows of a register are read. */
export interface RegisterReading {
  money: MoneyFormat
  parseDate(cell: string): string
  categories: CategoryFinder
}

/** Adds the dates and amounts of a register to the collections that decide their formats. */
export function collectRegisterCells(
  register: YnabTable<RegisterColumn>,
  { money, dates }: { money: MoneyCells; dates: DateCells },
): void {
  for (const row of register.rows()) {
    dates.add(row.cell('date'), row)
    money.add(row.cell('outflow'), row)
    money.add(row.cell('inflow'), row)
  }
}

/**
 * Yields the rows of the register.
 * @throws UserError for a row that cannot be read
 */
export function* readRegisterRows(
  register: YnabTable<RegisterColumn>,
  { money, parseDate, categories }: RegisterReading,
): Generator<RegisterRow> {
  const transferAccounts = new Map<string, string | undefined>()
  for (const row of register.rows()) {
    const amount = readAmount(row, money)
    const payee = shareText(row.cell('payee').trim())
    if (!transferAccounts.has(payee)) transferAccounts.set(payee, parseTransferPayee(payee))
    yield {
      account: shareText(row.cell('account').trim()),
      date: parseDate(row.cell('date')),
      payee,
      transferAccount: amount === 0n ? undefined : transferAccounts.get(payee),
      category: categories.find(row.cell('group').trim(), row.cell('category').trim()).ref,
      memo: row.cell('memo'),
      flag: shareText(row.cell('flag').trim()),
      checkNumber: row.checkNumber,
      amount,
      status: readStatus(row),
    }
  }
}

const readAmount = (row: YnabRow<RegisterColumn>, money: MoneyFormat): MinorUnits =>
  money.parse(row.cell('inflow'), row) - money.parse(row.cell('outflow'), row)

const statusByWord: Readonly<Record<string, SourceTransaction['status']>> = {
  '': 'pending',
  uncleared: 'pending',
  u: 'pending',
  cleared: 'cleared',
  c: 'cleared',
  reconciled: 'reconciled',
  r: 'reconciled',
}

function readStatus(row: YnabRow<RegisterColumn>): SourceTransaction['status'] {
  const cell = row.cell('cleared')
  const status = statusByWord[cell.trim().toLowerCase()]
  if (status !== undefined) return status
  throw createPlaceError(row.origin, `"${cell}" is not Cleared, Uncleared or Reconciled`, EXPORT_AGAIN)
}

/** Sums the rows of each category and month, by `MONTH` and key of the category. */
export function sumByCategoryMonth(
  register: YnabTable<RegisterColumn>,
  { money, parseDate }: { money: MoneyFormat; parseDate(cell: string): string | undefined },
): Map<string, MinorUnits> {
  const sums = new Map<string, MinorUnits>()
  for (const row of register.rows()) {
    const name = { group: row.cell('group').trim(), category: row.cell('category').trim() }
    const key = toCategoryMonthKey(parseDate(row.cell('date'))?.slice(0, 7) ?? '', name)
    addAmount(sums, key, readAmount(row, money))
  }
  return sums
}

/** The key of a category in a month. */
export const toCategoryMonthKey = (month: string, name: CategoryName): string =>
  `${month}\n${toCategoryKey(name)}`
