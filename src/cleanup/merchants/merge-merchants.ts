/** Merges merchants into another one. */

import type { WorkspaceContext } from '../../command/context.ts'
import { mapOneByOne } from '../../command/for-each.ts'
import {
  describeRequestCost,
  describeTotals,
  totalByMerchant,
} from '../../transactions/affected-transactions.ts'
import { confirmMerge, type Named } from '../../transactions/confirm-merge.ts'
import type { MergedMerchant } from '../merchants-view.ts'
import type { ChangeMerchants } from './merchant-uses.ts'

/** Which merchants are merged into which, and how. */
interface MergeInput {
  merchants: readonly Named[]
  into: Named
  changeMerchants: ChangeMerchants
}

/** Merges merchants once the user has confirmed it, and returns what became of each. */
export async function mergeMerchants(
  context: WorkspaceContext,
  { merchants, into: { id: into_id, name: into_name }, changeMerchants }: MergeInput,
): Promise<MergedMerchant[]> {
  const into = { id: into_id, name: into_name }
  const leaving = await confirmMerge(context, { things: merchants, into }, async (named) => {
    const getTotals = await totalByMerchant(
      context.workspace.api,
      named.map(({ id }) => id),
    )
    const lines = named.map(({ id, name }) => {
      const totals = getTotals(id)
      const moves = totals.count === 1 ? 'it moves' : 'they move'
      return `${name}: ${describeTotals(totals)}${totals.count === 0 ? '' : `; ${moves} to ${into.name}`}`
    })
    return [...lines, ...describeRequestCost(context, named.length)]
  })
  const renames = leaving.map(({ name }) => ({ from: name, to: into.name }))
  const listMerchants = async () => (await context.workspace.names.merchants()).map(({ name }) => name)
  const mergeOne = async ({ id, name }: Named): Promise<MergedMerchant> => {
    const query = { move_to_merchant_id: into.id }
    const { moved_transaction_count } = await context.workspace.api.deleteMerchant({ merchant_id: id, query })
    return { id, name, moved_transaction_count: moved_transaction_count ?? null, into }
  }
  return changeMerchants({ renames, listMerchants }, () =>
    mapOneByOne(context, leaving, mergeOne, ({ id, name }) => ({ id, name })),
  )
}
