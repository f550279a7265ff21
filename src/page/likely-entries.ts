/** Finds what the next entry is likely to be: the merchants and the account of the last transactions. */

import type { BudgetApi } from '../contract/api.ts'

/** How many of the last transactions are read. */
const ROWS = 300

/** The most merchants that a phone keeps. */
const MERCHANTS = 50

/** What the last transactions suggest. */
export interface LikelyEntries {
  /** Merchants, the most frequent of late first. */
  merchants: string[]
  /** The account that most of the money left; undefined in an empty workspace. */
  account_id: string | undefined
}

/** Reads the likely merchants and the likely account. */
export async function readLikelyEntries(api: BudgetApi): Promise<LikelyEntries> {
  const { transactions } = await api.listTransactions({ query: { limit: ROWS } })
  const merchants = new Map<string, number>()
  const accounts = new Map<string, number>()
  for (const [at, { merchant_name, account_id, amount, type }] of transactions.entries()) {
    if (type !== 'regular' || !amount.startsWith('-')) continue
    // A purchase of yesterday counts more than one of last spring.
    const weight = 1 / (at + 10)
    if (merchant_name !== null) merchants.set(merchant_name, (merchants.get(merchant_name) ?? 0) + weight)
    accounts.set(account_id, (accounts.get(account_id) ?? 0) + weight)
  }
  return { merchants: sortByWeight(merchants).slice(0, MERCHANTS), account_id: sortByWeight(accounts)[0] }
}

const sortByWeight = (weights: ReadonlyMap<string, number>): string[] =>
  [...weights].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
