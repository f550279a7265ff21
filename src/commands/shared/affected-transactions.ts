/**
 * Says how many transactions a change is about, what they come to, and from when to when.
 * @see docs/cli.md#destructive-commands
 */

import type { BudgetApi } from '../../contract/api.ts'
import type { Transaction, TransactionFilters } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { add } from '../../money/decimal.ts'
import { groupThousands } from '../../render/format-amount.ts'

/** Transactions taken together. */
export interface TransactionTotals {
  count: number
  total: string
  first: string
  last: string
}

const NO_TRANSACTIONS: TransactionTotals = { count: 0, total: '0.00', first: '', last: '' }

/** The same together with one more transaction, of which this amount is meant. */
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

/** What the transactions come to, taken together. */
export const totalTransactions = (rows: readonly Transaction[]): TransactionTotals =>
  rows.reduce((extent, { date, amount }) => includeTransaction(extent, date, amount), NO_TRANSACTIONS)

/** `2 transactions, -12.50 in all, from 2026-11-02 to 2026-11-09`. */
export function describeTotals({ count, total, first, last }: TransactionTotals): string {
  if (count === 0) return 'no transactions'
  const days = first === last ? `on ${first}` : `from ${first} to ${last}`
  return count === 1
    ? `1 transaction, ${groupThousands(total)}, ${days}`
    : `${count} transactions, ${groupThousands(total)} in all, ${days}`
}

/** The extent of each of several merchants, by id; the list is read once for all of them. */
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

/** What stands in a category, and of divided transactions only the lines that do. */
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

/** The transactions that filters choose, and how many of them are cleared. */
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

/** The price of so many requests in a line of its own; none on this machine, where they cost nothing. */
export const describeRequestCost = ({ isLocal }: { isLocal: boolean }, requests: number): string[] =>
  isLocal ? [] : [`This takes ${requests === 1 ? '1 request' : `${requests} requests`}`]
