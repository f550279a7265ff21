/** `budget tx delete`: deletes transactions. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { labelById, mapOneByOne } from '../../command/for-each.ts'
import { oneOrMore } from '../../command/option-spec.ts'
import { transactionOption } from '../../command/options.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { defineTransactionChangeView } from '../../render/transactions.ts'
import { describeRequestCost, describeTotals, totalTransactions } from '../shared/affected-transactions.ts'
import { findTransactions, readAllTransferSides, toUnknownIdError } from './shared/find-transactions.ts'
import { describeTransaction } from './shared/reconciled.ts'
import { getRepliedTransaction } from './shared/reply.ts'

/** How many transactions the confirmation lists at most. */
const MAX_LISTED = 20

export const remove = defineCommand({
  name: 'tx delete',
  summary: 'Delete transactions; they can be restored',
  arguments: { ids: oneOrMore(transactionOption('The transactions to delete; for a transfer, both sides')) },
  examples: [{ when: 'Entered twice', commandLine: 'budget tx delete txn_01 --yes' }],
  mutates: true,
  async run(context, { ids }) {
    const unique = [...new Set(ids)]
    const transactions =
      unique.length > 1 || !context.assumesYes ? await findTransactions(context, unique) : []
    await context.requireConfirmation(
      unique.length === 1 ? 'Delete this transaction?' : `Delete ${unique.length} transactions?`,
      async () =>
        describeDeletions(context, await readAllTransferSides(context, transactions), unique.length),
    )
    const gone = new Map<string, Transaction>()
    const deleteOne = async (id: string): Promise<Transaction> => {
      const already = gone.get(id)
      if (already) return already
      const reply = await context.api.deleteTransaction({ transaction_id: id }).catch((error: unknown) => {
        throw toUnknownIdError(id, error)
      })
      for (const side of reply.transactions ?? []) gone.set(side.id, side)
      return getRepliedTransaction(reply)
    }
    return mapOneByOne(context, unique, deleteOne, labelById)
  },
  view: defineTransactionChangeView('Deleted'),
})

/** Lists the transactions with their total and the number of requests. */
function describeDeletions(
  context: WorkspaceContext,
  rows: readonly Transaction[],
  requests: number,
): string {
  const lines = rows.slice(0, MAX_LISTED).map(describeTransaction)
  const hidden = rows.length - lines.length
  return [
    ...lines,
    ...(hidden > 0 ? [`and ${hidden} more`] : []),
    ...(rows.length > 1 ? [describeTotals(totalTransactions(rows))] : []),
    ...describeRequestCost(context, requests),
  ].join('\n')
}
