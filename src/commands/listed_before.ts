/** The same service for a dry run, which asks for no transaction again that it has listed. */ // cli.md §1 --dry-run

import type { BudgetApi } from '../contract/api.ts'
import type { Transaction } from '../contract/transactions.ts'

/** Nothing changes during a dry run: a row of a page is the row that its own request would answer. */
export function readingListed(api: BudgetApi): BudgetApi {
  const listed = new Map<string, Transaction>()
  return {
    ...api,
    async listTransactions(request, signal) {
      const page = await api.listTransactions(request, signal)
      // Of a transfer a page shows one side, and its own request answers both.
      for (const row of page.transactions) if (row.type !== 'transfer') listed.set(row.id, row)
      return page
    },
    async getTransaction(request, signal) {
      const transaction = listed.get(request.transaction_id)
      return transaction ? { transaction } : api.getTransaction(request, signal)
    },
  }
}
