/** Reads the merchants with the number, the sum and the usual category of their transactions. */

import type { WorkspaceContext } from '../../command/context.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import type { NamedFindingSelection } from '../finding-option.ts'
import { totalMerchants } from './merchant-totals.ts'
import type { MerchantUse } from './merchant-use.ts'

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
  change: ChangeMerchants
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
