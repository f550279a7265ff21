/** Reads the months of an Actual file: what is assigned, held and carried over, and its figures. */

import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import { addMonths, toMonth } from '../../money/calendar.ts'
import type { NotTaken, SourceBudget, SourceRules, SourceTransaction } from '../source-budget.ts'
import type { ReadAmount } from './amounts.ts'
import type { ActualCategories } from './categories.ts'
import { type CategoryBudget, readCategoryBudgets } from './category-budgets.ts'
import { actualRules, computeFigures } from './figures.ts'
import { listHeld, readHeldByHand } from './held-money.ts'
import type { TransactionRows } from './transaction-rows.ts'

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
  const rules: SourceRules = {
    ...actualRules,
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
    rules: actualRules,
    figures: { categoryMonths: [], months: [] },
    notTaken: [
      {
        what: 'budgeted amounts',
        count: budgets.filter(({ assigned }) => assigned !== 0n).length,
        why: 'a tracking budget has no envelopes, so only balances are compared; assign the money you have now',
      },
    ],
  }
}

function describeRules(rules: SourceRules, early: readonly CategoryBudget[]): NotTaken[] {
  const carrying = new Set(rules.carriesOverspending.map(({ category }) => category)).size
  const left = early.filter(({ assigned }) => assigned !== 0n).length
  return [
    {
      what: 'months with money held for the next one',
      count: rules.held.length,
      why: 'the money is Ready to Assign here',
    },
    {
      what: 'categories that roll over overspending',
      count: carrying,
      why: 'here overspending comes out of Ready to Assign in the next month',
    },
    { what: 'amounts in early months', count: left, why: 'Actual does not show these months' },
  ].filter(({ count }) => count > 0)
}
