/** Counts and sums the transactions of merchants, and finds the category of most of them. */

import type { Transaction } from '../../contract/operations/transactions.ts'
import { add, subtract } from '../../money/decimal.ts'
import type { MerchantUse } from './merchant-use.ts'

/** Returns the sum of amounts with the decimals of the most precise one; `0` for none. */
export const addAmounts = (amounts: readonly string[]): string => amounts.reduce(add, '0')

/** Returns each merchant with the number, the sum and the usual category of its transactions. */
export function totalMerchants(
  merchants: readonly { id: string; name: string }[],
  rows: readonly Transaction[],
): MerchantUse[] {
  const uses = new Map<string, { transactions: number; total: string; categories: Map<string, number> }>()
  for (const { merchant_id, amount, category_id, deleted } of rows) {
    if (merchant_id === null || deleted) continue
    const use = uses.get(merchant_id) ?? { transactions: 0, total: '0', categories: new Map() }
    use.transactions += 1
    use.total = add(use.total, amount)
    if (category_id !== null) use.categories.set(category_id, (use.categories.get(category_id) ?? 0) + 1)
    uses.set(merchant_id, use)
  }
  const [first] = rows
  const zero = first ? subtract(first.amount, first.amount) : '0'
  return merchants.map(({ id, name }) => {
    const { transactions = 0, total = zero, categories } = uses.get(id) ?? {}
    const [usual] = [...(categories ?? [])].toSorted(([, a], [, b]) => b - a)
    return { id, name, transactions, total, category_id: usual?.[0] ?? null }
  })
}
