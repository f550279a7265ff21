/** Finds transactions by their ids in as few requests as possible. */

import type { BudgetApi } from '../../contract/api.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Transaction, TransactionFilters } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'

/** The ids, and where their transactions were when they were last seen. */
export interface TransactionSearch {
  ids: readonly string[]
  filters: Pick<TransactionFilters, 'account_id' | 'since_date' | 'until_date'>
}

interface SearchContext {
  api: Pick<BudgetApi, 'listTransactions' | 'getTransaction'>
  costsRequests: boolean
  signal?: AbortSignal | undefined
}

/** Returns the transactions that still exist, also those in other accounts and on other dates. */
export async function findTransactions(
  context: SearchContext,
  { ids, filters }: TransactionSearch,
): Promise<Transaction[]> {
  const { api, signal, costsRequests } = context
  const missingIds = new Set(ids)
  const rows: Transaction[] = []
  const take = (page: readonly Transaction[]): void => {
    for (const row of page) if (missingIds.delete(row.id) && !row.deleted) rows.push(row)
  }
  if (missingIds.size > 1) {
    const isListed = await scanPages(context, { filters, missingIds, take })
    // A transaction that was not listed was deleted, or moved to another date or account.
    if (
      isListed &&
      missingIds.size > 1 &&
      costsRequests &&
      (await scanPages(context, { filters: {}, missingIds, take }))
    )
      return rows
  }
  for (const transaction_id of missingIds) {
    const transaction = await getUnlessRemoved(api, transaction_id, signal)
    if (transaction && !transaction.deleted) rows.push(transaction)
  }
  return rows
}

/** Returns a transaction; undefined when an undo removed it for good. */
async function getUnlessRemoved(
  api: SearchContext['api'],
  transaction_id: string,
  signal: AbortSignal | undefined,
): Promise<Transaction | undefined> {
  try {
    return (await api.getTransaction({ transaction_id }, signal)).transaction
  } catch (error) {
    if (error instanceof ApiError && error.name === 'not_found') return undefined
    throw error
  }
}

interface PageScan {
  filters: TransactionFilters
  missingIds: ReadonlySet<string>
  take: (page: readonly Transaction[]) => void
}

/**
 * Lists pages, with at most as many requests as asking for each transaction takes. Returns true if it came to the
 * end or found all.
 */
async function scanPages(
  { api, signal, costsRequests }: SearchContext,
  { filters, missingIds, take }: PageScan,
): Promise<boolean> {
  let remainingPages = costsRequests ? missingIds.size : Number.POSITIVE_INFINITY
  for await (const page of paginateTransactions(api, filters, signal)) {
    take(page)
    if (missingIds.size === 0) return true
    if (remainingPages-- === 0) return false
  }
  return true
}
