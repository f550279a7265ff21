/**
 * Wraps the service for a dry run, so that nothing is asked for twice: nothing changes meanwhile.
 * @see docs/cli.md#json
 */

import type { BudgetApi } from '../../contract/api.ts'

/** The same service, which remembers months and transactions. */
export function memoizeReads(api: BudgetApi): BudgetApi {
  const months = new Map<string, ReturnType<BudgetApi['getMonth']>>()
  const transactions = new Map<string, ReturnType<BudgetApi['getTransaction']>>()
  return {
    ...api,
    getMonth(request, signal) {
      const month = months.get(request.month) ?? api.getMonth(request, signal)
      months.set(request.month, month)
      return month
    },
    getTransaction(request, signal) {
      const found = transactions.get(request.transaction_id) ?? api.getTransaction(request, signal)
      transactions.set(request.transaction_id, found)
      return found
    },
    // A row of a page is the row that its own request would answer.
    async listTransactions(request, signal) {
      const page = await api.listTransactions(request, signal)
      for (const transaction of page.transactions) {
        // Of a transfer a page shows one side, and its own request answers both.
        if (transaction.type !== 'transfer')
          transactions.set(transaction.id, Promise.resolve({ transaction }))
      }
      return page
    },
  }
}
