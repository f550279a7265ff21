/** Transactions that no category pays for. */

import type { WorkspaceContext } from '../../../command/context.ts'
import type { AccountSummary } from '../../../command/name-cache.ts'
import type { Transaction } from '../../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../../contract/paginate.ts'
import { daysInMonth } from '../../../money/calendar.ts'
import { add, sum } from '../../../money/decimal.ts'

type UncategorizedLine = Pick<Transaction, 'amount' | 'category_id' | 'ready_to_assign'>

/**
 * The lines that are neither of a category nor Ready to Assign, where there is something to categorize.
 * @see docs/spec.md#b03
 * @see docs/spec.md#b50
 */
export function listUncategorizedLines(
  row: Transaction,
  accounts: readonly AccountSummary[],
): UncategorizedLine[] {
  const lines = (row.splits ?? [row]).filter((line) => line.category_id === null && !line.ready_to_assign)
  if (lines.length === 0) return []
  const isOnBudget = (id: string | null) => accounts.some((one) => one.id === id && one.on_budget)
  // Between two accounts of the budget nothing is spent. docs/spec.md#b60
  return isOnBudget(row.account_id) && !isOnBudget(row.transfer_account_id) ? lines : []
}

/** How many transactions have something uncategorized in them, and what it comes to. */
export async function totalUncategorized(
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

/** How many transactions of a month have no category, and what they come to. */
export async function totalUncategorizedInMonth(
  month: string,
  { api, names }: Pick<WorkspaceContext, 'api' | 'names'>,
): Promise<{ count: number; total: string }> {
  const filters = { since_date: `${month}-01`, until_date: `${month}-${daysInMonth(month)}` }
  return totalUncategorized(paginateTransactions(api, filters), await names.accounts())
}
