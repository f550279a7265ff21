/** Reads the merchants with the number, the sum and the usual category of their transactions. */

import type { WorkspaceContext } from '../../command/context.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { add, subtract } from '../../money/decimal.ts'
import type { NamedFindingSelection } from '../finding-option.ts'

/** Changes merchants, and saves rules so that the next import brings their new names. */
export type ChangeMerchants = <Result>(
  query: {
    renames: readonly { from: string; to: string }[]
    /** Returns the names of all merchants. */
    listMerchants: () => Promise<readonly string[]>
  },
  change: () => Promise<Result>,
) => Promise<Result>

/** Which findings about merchants are applied, and how. */
export interface MerchantFindingInput {
  apply: NamedFindingSelection | undefined
  changeMerchants: ChangeMerchants
}

/** Lists merchants and transactions once each. */
export async function readMerchantUses({
  workspace: { api },
}: Pick<WorkspaceContext, 'workspace'>): Promise<MerchantUse[]> {
  const { merchants } = await api.listMerchants({})
  const rows: Transaction[] = []
  for await (const page of paginateTransactions(api)) rows.push(...page)
  return totalMerchants(merchants, rows)
}

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

/** A merchant, and what its transactions say. */
export interface MerchantUse {
  id: string
  name: string
  transactions: number
  /** The sum of its transactions, a decimal string. */
  total: string
  /** The category of most of its transactions; null without one. */
  category_id: string | null
}

/** True if no two of the merchants have different categories; one without a category fits any. */
export const haveOneCategory = (merchants: readonly Pick<MerchantUse, 'category_id'>[]): boolean =>
  new Set(merchants.flatMap(({ category_id }) => category_id ?? [])).size <= 1
