/** Finds the money that Actual holds for the next month: by hand, or all income of a category. */

import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import { isMonth, toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { SourceRules } from '../source-budget.ts'
import type { ReadAmount } from './amounts.ts'
import type { ActualCategories } from './categories.ts'
import type { CategoryBudget } from './category-budgets.ts'
import { createRowError, readRows, readText } from './table-rows.ts'
import type { TransactionRow } from './transaction-row.ts'
import type { TransactionRows } from './transaction-rows.ts'

/** Returns the money that the user held for the next month, by month. */
export function readHeldByHand(tables: ForeignTables, readAmount: ReadAmount): Map<string, MinorUnits> {
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
export function listHeld({ byHand, budgets, rows, categories, isOnBudget }: HeldFacts): SourceRules['held'] {
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
      if (isOnBudget(account) && carrying.has(`${month} ${target}`))
        held.set(month, (held.get(month) ?? 0n) + amount)
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
