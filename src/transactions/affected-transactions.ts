/**
 * Totals the transactions that a destructive command affects: their number, sum and dates.
 * @see docs/cli.md#destructive-commands
 */

import type { WorkspaceContext } from '../command/context.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { Transaction, TransactionFilters } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import { add } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'

/** The totals of several transactions. */
export interface TransactionTotals {
  count: number
  total: string
  first: string
  last: string
}

const NO_TRANSACTIONS: TransactionTotals = { count: 0, total: '0.00', first: '', last: '' }

/** Adds one transaction with this amount to the totals. */
function includeTransaction(
  { count, total, first, last }: TransactionTotals,
  date: string,
  amount: string,
): TransactionTotals {
  return {
    count: count + 1,
    total: add(total, amount),
    first: first === '' || date < first ? date : first,
    last: date > last ? date : last,
  }
}

/** Returns the totals of transactions. */
export const totalTransactions = (rows: readonly Transaction[]): TransactionTotals =>
  rows.reduce((extent, { date, amount }) => includeTransaction(extent, date, amount), NO_TRANSACTIONS)

/** Formats totals: `2 transactions, -12.50 net, from 2026-11-02 to 2026-11-09`. */
export function describeTotals({ count, total, first, last }: TransactionTotals): string {
  if (count === 0) return 'no transactions'
  const days = first === last ? `on ${first}` : `from ${first} to ${last}`
  return count === 1
    ? `1 transaction, ${groupThousands(total)}, ${days}`
    : `${count} transactions, ${groupThousands(total)} net, ${days}`
}

/** Totals the transactions of each merchant, by id, while it lists the transactions once. */
export async function totalByMerchant(
  api: BudgetApi,
  ids: readonly string[],
): Promise<(id: string) => TransactionTotals> {
  const extents = new Map(ids.map((id) => [id, NO_TRANSACTIONS]))
  for await (const page of paginateTransactions(api)) {
    for (const { merchant_id, date, amount } of page) {
      const extent = merchant_id === null ? undefined : extents.get(merchant_id)
      if (extent && merchant_id !== null) extents.set(merchant_id, includeTransaction(extent, date, amount))
    }
  }
  return (id) => extents.get(id) ?? NO_TRANSACTIONS
}

/** Totals the transactions of a category; of split transactions only the lines in it. */
export async function totalCategory(api: BudgetApi, category_id: string): Promise<TransactionTotals> {
  let extent = NO_TRANSACTIONS
  for await (const page of paginateTransactions(api, { category_id })) {
    for (const { splits, amount, date } of page) {
      const lines = splits?.filter((line) => line.category_id === category_id) ?? [{ amount }]
      extent = includeTransaction(extent, date, lines.map((line) => line.amount).reduce(add, '0.00'))
    }
  }
  return extent
}

/** Totals the transactions that match filters, and counts the cleared ones. */
export async function totalAccount(
  api: BudgetApi,
  filters: TransactionFilters,
): Promise<TransactionTotals & { cleared: number }> {
  let extent = NO_TRANSACTIONS
  let cleared = 0
  for await (const page of paginateTransactions(api, filters)) {
    for (const { date, amount, status } of page) {
      extent = includeTransaction(extent, date, amount)
      if (status === 'cleared') cleared += 1
    }
  }
  return { ...extent, cleared }
}

/** Returns a line about the requests that are needed; none for a local workspace. */
export const describeRequestCost = (
  { workspace }: Pick<WorkspaceContext, 'workspace'>,
  requests: number,
): string[] => (workspace.costsRequests ? [`This requires ${pluralize(requests, 'request')}`] : [])
