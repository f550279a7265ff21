/** Finds transactions without a category. */

import type { AccountSummary } from '../command/names/name-cache.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import { daysInMonth } from '../money/calendar.ts'
import { add, sum } from '../money/decimal.ts'

type UncategorizedLine = Pick<Transaction, 'amount' | 'category_id' | 'ready_to_assign'>

/**
 * Returns the lines that have neither a category nor Ready to Assign, in accounts on budget.
 * @see docs/spec.md#b03
 * @see docs/spec.md#b50
 */
export function listUncategorizedLines(
  row: Transaction,
  accounts: readonly AccountSummary[],
): UncategorizedLine[] {
  const lines = (row.splits ?? [row]).filter((line) => line.category_id === null && !line.ready_to_assign)
  if (lines.length === 0) return []
  const isOnBudget = (id: string | null) => accounts.some((account) => account.id === id && account.on_budget)
  // A transfer between two accounts on budget spends nothing. docs/spec.md#b60
  return isOnBudget(row.account_id) && !isOnBudget(row.transfer_account_id) ? lines : []
}

/** Counts the transactions with uncategorized lines, and sums these lines. */
async function totalUncategorized(
  pages: AsyncIterable<readonly Transaction[]>,
  accounts: readonly AccountSummary[],
): Promise<{ count: number; total: string }> {
  let count = 0
  let total = '0'
  for await (const page of pages) {
    for (const row of page) {
      const lines = listUncategorizedLines(row, accounts)
      if (lines.length === 0) continue
      count += 1
      total = add(total, sum(lines.map(({ amount }) => amount)))
    }
  }
  return { count, total }
}

/** Counts the transactions of a month without a category, and sums them. */
export async function totalUncategorizedInMonth(
  month: string,
  { api, names }: { api: BudgetApi; names: { accounts(): Promise<readonly AccountSummary[]> } },
): Promise<{ count: number; total: string }> {
  const filters = { since_date: `${month}-01`, until_date: `${month}-${daysInMonth(month)}` }
  return totalUncategorized(paginateTransactions(api, filters), await names.accounts())
}
