/** Reads the merchants with the number, the sum and the usual category of their transactions. */

import type { WorkspaceContext } from '../../command/context.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { totalMerchants } from './merchant-totals.ts'
import type { MerchantUse } from './merchant-use.ts'

/** Lists merchants and transactions once each. */
export async function readMerchantUses({ api }: Pick<WorkspaceContext, 'api'>): Promise<MerchantUse[]> {
  const { merchants } = await api.listMerchants({})
  const rows: Transaction[] = []
  for await (const page of paginateTransactions(api)) rows.push(...page)
  return totalMerchants(merchants, rows)
}
