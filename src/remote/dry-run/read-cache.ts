/**
 * Caches months and transactions during a dry run: nothing changes, so nothing has to be read twice.
 * @see docs/cli.md#json
 */

import type { BudgetApi } from '../../contract/api.ts'

/** Returns the same API, which reads each month and each transaction only once. */
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
      const reply = transactions.get(request.transaction_id) ?? api.getTransaction(request, signal)
      transactions.set(request.transaction_id, reply)
      return reply
    },
    // A listed transaction equals the reply of its own request.
    async listTransactions(request, signal) {
      const page = await api.listTransactions(request, signal)
      for (const transaction of page.transactions) {
        // A list contains one side of a transfer; the request for one transaction returns both.
        if (transaction.type !== 'transfer')
          transactions.set(transaction.id, Promise.resolve({ transaction }))
      }
      return page
    },
  }
}
