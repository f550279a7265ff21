/** Reads the months of an Actual file: what is assigned, held and carried over, and its figures. */

import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import { addMonths, isMonth, toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { cashBudgetRules, computeFigures } from '../envelope-figures.ts'
import { addAmount, type ProgramRules } from '../figures.ts'
import {
  describeNotTaken,
  type NotTaken,
  type SourceBudget,
  type SourceTransaction,
} from '../source-budget.ts'
import { createRowError, readOptionalInteger, readOptionalText, readRows, readText } from '../table-rows.ts'
import type { ActualCategories } from './categories-and-payees.ts'
import type { ReadAmount } from './read-amount.ts'
import type { TransactionRow, TransactionRows } from './transaction-rows.ts'

/** How many months Actual shows before the first transaction. */
const MONTHS_BEFORE = 3

/** What the months are read from. */
export interface MonthsContext {
  tables: ForeignTables
  readAmount: ReadAmount
  rows: TransactionRows
  categories: ActualCategories
  transactions: readonly SourceTransaction[]
  isOnBudget: (account: string) => boolean
  today: string
}

/** What a budget says by month. */
export interface BudgetMonths extends Pick<SourceBudget, 'assignments' | 'rules' | 'notTaken'> {
  figures: Pick<SourceBudget['figures'], 'categoryMonths' | 'months'>
}

/** Reads the months of a budget with envelopes. */
export function readEnvelopeMonths(context: MonthsContext): BudgetMonths {
  const { tables, readAmount, rows, categories, transactions, isOnBudget, today } = context
  const currentMonth = toMonth(today)
  const keys = categories.categories.map(({ key }) => key)
  const isSpending = new Set(keys)
  const first =
    rows.firstMonth !== undefined && rows.firstMonth < currentMonth ? rows.firstMonth : currentMonth
  const earliest = addMonths(first, -MONTHS_BEFORE)
  const budgets = readCategoryBudgets(tables, 'zero_budgets', readAmount)
  const shown = budgets.filter(({ month }) => month >= earliest)
  const spending = shown.filter(({ category }) => isSpending.has(category))
  const held = listHeld({
    byHand: readHeldByHand(tables, readAmount),
    budgets: shown,
    rows,
    categories,
    isOnBudget,
  }).filter(({ month }) => month >= earliest)
  const rules: ProgramRules<string> = {
    ...cashBudgetRules,
    held,
    carriesOverspending: spending.flatMap(({ month, category, carriesOver }) =>
      carriesOver ? [{ month, category }] : [],
    ),
  }
  const assignments = spending.filter(({ assigned }) => assigned !== 0n)
  const facts = { categories: keys, assignments, transactions, isOnBudget, rules, currentMonth }
  return {
    assignments: assignments.map(({ month, category, assigned }) => ({ month, category, assigned })),
    rules,
    figures: computeFigures(facts),
    notTaken: describeRules(
      rules,
      budgets.filter(({ month }) => month < earliest),
    ),
  }
}

/** A tracking budget has no envelopes, so its months cannot be compared. */
export function readTrackingMonths({ tables, readAmount }: MonthsContext): BudgetMonths {
  const budgets = readCategoryBudgets(tables, 'reflect_budgets', readAmount)
  return {
    assignments: [],
    rules: cashBudgetRules,
    figures: { categoryMonths: [], months: [] },
    notTaken: describeNotTaken([
      [
        'budgeted amounts',
        budgets.filter(({ assigned }) => assigned !== 0n).length,
        'a tracking budget has no envelopes, so only balances are compared; assign the money you have now',
      ],
    ]),
  }
}

function describeRules(rules: ProgramRules<string>, early: readonly CategoryBudget[]): NotTaken[] {
  const carrying = new Set(rules.carriesOverspending.map(({ category }) => category)).size
  const left = early.filter(({ assigned }) => assigned !== 0n).length
  return describeNotTaken([
    ['months with money held for the next one', rules.held.length, 'the money is Ready to Assign here'],
    [
      'categories that roll over overspending',
      carrying,
      'here overspending comes out of Ready to Assign in the next month',
    ],
    ['amounts in early months', left, 'Actual does not show these months'],
  ])
}

/** What the file says about a category in a month. */
export interface CategoryBudget {
  month: string
  category: string
  assigned: MinorUnits
  /** What it overspends stays in the category; of an income category, its money is held for the next month. */
  carriesOver: boolean
}

/**
 * Returns the rows of a table of budgets.
 * @throws UserError if two rows are about the same month and category: nothing says which one counts
 */
function readCategoryBudgets(
  tables: ForeignTables,
  table: 'zero_budgets' | 'reflect_budgets',
  readAmount: ReadAmount,
): CategoryBudget[] {
  const columns = { required: ['month', 'category', 'amount'], optional: ['carryover'] }
  const budgets = new Map<string, CategoryBudget>()
  for (const row of readRows(tables, table, columns)) {
    const number = readOptionalInteger(row, 'month')
    const category = readOptionalText(row, 'category')
    if (number === null || number === 0n || category === null) continue
    const month = String(number).replace(/^(\d{4})(\d\d)$/, '$1-$2')
    if (!isMonth(month)) throw createRowError(row, `month ${number} is not a month`)
    const assigned = readAmount(row, 'amount')
    const carriesOver = readOptionalInteger(row, 'carryover') === 1n
    const key = `${month} ${category}`
    if (budgets.has(key))
      throw createRowError(row, `there is another row for category "${category}" in ${month}`)
    budgets.set(key, { month, category, assigned, carriesOver })
  }
  return [...budgets.values()]
}

/** Returns the money that the user held for the next month, by month. */
function readHeldByHand(tables: ForeignTables, readAmount: ReadAmount): Map<string, MinorUnits> {
  const held = new Map<string, MinorUnits>()
  for (const row of readRows(tables, 'zero_budget_months', { optional: ['id', 'buffered'] })) {
    const month = readText(row, 'id')
    if (!isMonth(month)) throw createRowError(row, `id "${month}" is not a month`)
    held.set(month, readAmount(row, 'buffered'))
  }
  return held
}

/** What the held money follows from. */
export interface HeldFacts {
  byHand: ReadonlyMap<string, MinorUnits>
  budgets: readonly CategoryBudget[]
  rows: TransactionRows
  categories: ActualCategories
  isOnBudget: (account: string) => boolean
}

/** Returns what is held in each month: an amount by hand, or else the income of the categories that carry over. */
function listHeld({
  byHand,
  budgets,
  rows,
  categories,
  isOnBudget,
}: HeldFacts): ProgramRules<string>['held'] {
  const carrying = new Set(
    budgets
      .filter(({ carriesOver, category }) => carriesOver && categories.income.has(category))
      .map(({ month, category }) => `${month} ${category}`),
  )
  const held = new Map<string, MinorUnits>()
  if (carrying.size > 0)
    for (const { account, category, date, amount } of listCountedRows(rows)) {
      const month = toMonth(date)
      const target = category === null ? undefined : categories.findTarget(category)
      if (isOnBudget(account) && carrying.has(`${month} ${target}`)) addAmount(held, month, amount)
    }
  for (const [month, amount] of byHand) if (amount !== 0n) held.set(month, amount)
  return [...held]
    .filter(([, amount]) => amount !== 0n)
    .map(([month, amount]) => ({ month, amount }))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
}

function* listCountedRows({ transactions, lines }: TransactionRows): Generator<TransactionRow> {
  for (const row of transactions) {
    if (row.isSplit) yield* lines.get(row.id) ?? []
    else yield row
  }
}
