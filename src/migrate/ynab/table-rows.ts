/** Reads the rows of a YNAB register and of a plan: months, dates, amounts and states become values. */

import { addMonths } from '../../money/calendar.ts'
import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import type { AmountCells, AmountFormat } from '../../tables/cells/amount-format.ts'
import type { DateCells } from '../../tables/cells/date-format.ts'
import { parseMonthCell } from '../../tables/cells/month-names.ts'
import { addAmount } from '../figures.ts'
import { rememberByText, shareText } from '../remember-by-text.ts'
import type { SourceCategoryRef, SourceTransaction } from '../source-budget.ts'
import { type CategoryFinder, type CategoryName, createCategoryFinder, toCategoryKey } from './categories.ts'
import type { YnabRow, YnabTable } from './columns.ts'
import { parseTransferPayee } from './payees-and-notes.ts'
import type { PlanColumn, RegisterColumn } from './table-header.ts'

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
  money: AmountFormat
  parseDate(cell: string): string
  categories: CategoryFinder
}

/** Adds the dates and amounts of a register to the collections that decide their formats. */
export function collectRegisterCells(
  register: YnabTable<RegisterColumn>,
  { money, dates }: { money: AmountCells; dates: DateCells },
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
  const findTransferAccount = rememberByText(parseTransferPayee)
  for (const row of register.rows()) {
    const amount = readAmount(row, money)
    const payee = shareText(row.cell('payee').trim())
    yield {
      account: shareText(row.cell('account').trim()),
      date: parseDate(row.cell('date')),
      payee,
      transferAccount: amount === 0n ? undefined : findTransferAccount(payee),
      category: categories.find(row.cell('group').trim(), row.cell('category').trim()).ref,
      memo: row.cell('memo'),
      flag: shareText(row.cell('flag').trim()),
      checkNumber: row.checkNumber,
      amount,
      status: readStatus(row),
    }
  }
}

const readAmount = (row: YnabRow<RegisterColumn>, money: AmountFormat): MinorUnits =>
  money.parse(row.cell('inflow'), row) - money.parse(row.cell('outflow'), row)

const statusByLetter: ReadonlyMap<string, SourceTransaction['status']> = new Map([
  ['c', 'cleared'],
  ['r', 'reconciled'],
])

/** Returns the state, which has the words of English here, or their first letters: `Uncleared`, or nothing, is pending. */
const readStatus = (row: YnabRow<RegisterColumn>): SourceTransaction['status'] =>
  statusByLetter.get(row.cell('cleared').trim().charAt(0).toLowerCase()) ?? 'pending'

/** Sums the rows of each category and month, by `MONTH` and key of the category. */
export function sumByCategoryMonth(
  register: YnabTable<RegisterColumn>,
  { money, parseDate }: { money: AmountFormat; parseDate(cell: string): string | undefined },
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

/** What a category has in a month. */
export interface PlanRow extends CategoryName {
  month: string
  assigned: MinorUnits
  activity: MinorUnits
  available: MinorUnits
}

/** The rows of a plan, and how many categories have the name of another one of their group. */
export interface Plan {
  rows: PlanRow[]
  repeated: number
}

const amountColumns = ['assigned', 'activity', 'available'] as const

/** Adds the amounts of a plan to the collection that decides their format. */
export function collectPlanCells(plan: YnabTable<PlanColumn>, money: AmountCells): void {
  for (const row of plan.rows()) for (const column of amountColumns) money.add(row.cell(column), row)
}

/**
 * Returns the rows of a plan. Categories with the same name in one group are one, because a register cannot tell them
 * apart.
 * @throws UserError for a row that cannot be read
 */
export function readPlanRows(plan: YnabTable<PlanColumn>, money: AmountFormat): Plan {
  const rows = new Map<string, PlanRow>()
  const repeatedByMonth = new Map<string, number>()
  const months = new Map<string, string>()
  const names = createCategoryFinder()
  for (const source of plan.rows()) {
    const { group, category, ref } = names.find(source.cell('group').trim(), source.cell('category').trim())
    if (ref === null || ref === 'ready_to_assign') continue
    const cell = source.cell('month')
    const month = months.get(cell) ?? parseMonthCell(cell, source)
    months.set(cell, month)
    const [assigned, activity, available] = amountColumns.map((column) =>
      money.parse(source.cell(column), source, { isTotal: true }),
    )
    const row = {
      month,
      group,
      category,
      assigned: assigned ?? 0n,
      activity: activity ?? 0n,
      available: available ?? 0n,
    }
    const key = toCategoryMonthKey(month, row)
    const other = rows.get(key)
    if (other) repeatedByMonth.set(month, (repeatedByMonth.get(month) ?? 0) + 1)
    rows.set(key, other ? addRows(other, row) : row)
  }
  const read = [...rows.values()]
  return {
    rows: plan.isYnab4 ? fitOutflows(read) : read,
    repeated: Math.max(0, ...repeatedByMonth.values()),
  }
}

const addRows = (a: PlanRow, b: PlanRow): PlanRow => ({
  ...a,
  assigned: a.assigned + b.assigned,
  activity: a.activity + b.activity,
  available: a.available + b.available,
})

/** Returns the rows with outflows below zero. */
function fitOutflows(rows: readonly PlanRow[]): PlanRow[] {
  const available = new Map(rows.map((row) => [toCategoryMonthKey(row.month, row), row.available]))
  const followsFrom = ({ month, assigned, available: amount, ...name }: PlanRow, activity: MinorUnits) => {
    const left = available.get(toCategoryMonthKey(addMonths(month, -1), name)) ?? 0n
    const carried = amount - assigned - activity
    return carried === left || carried === clampToZero(left)
  }
  const negated = rows.map((row) => ({ ...row, activity: -row.activity }))
  const countFitting = (candidates: readonly PlanRow[]): number =>
    candidates.filter((row) => followsFrom(row, row.activity)).length
  return countFitting(negated) > countFitting(rows) ? negated : [...rows]
}
