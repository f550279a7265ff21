import { command, some, type World } from '../../command/define.ts'
import { byId, oneOrMany } from '../../command/for-each.ts'
import { id } from '../../command/options.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { transactionChange } from '../../render/transactions.ts'
import { describeExtent, measure, priceLines } from '../shared/affected-transactions.ts'
import { findTransactions, nameUnknown, readAllSides } from './shared/find-transactions.ts'
import { described } from './shared/reconciled.ts'
import { answered } from './shared/reply.ts'

/** More lines than these say less than their sum. */
const MOST_SHOWN = 20

export const remove = command({
  name: 'tx delete',
  summary: 'Delete transactions; they can be restored',
  arguments: { ids: some(id('The transactions to delete; of a transfer both sides go')) },
  examples: [{ when: 'Entered twice', type: 'budget tx delete txn_01 --yes' }],
  changes: true,
  async run(world, { ids }) {
    const unique = [...new Set(ids)]
    const found = unique.length > 1 || !world.yes ? await findTransactions(world, unique) : []
    await world.confirm(
      unique.length === 1 ? 'Delete this transaction?' : `Delete ${unique.length} transactions?`,
      async () => describeAll(world, await readAllSides(world, found), unique.length),
    )
    const gone = new Map<string, Transaction>()
    const deleteOne = async (id: string): Promise<Transaction> => {
      const already = gone.get(id)
      if (already) return already
      const reply = await world.api.deleteTransaction({ transaction_id: id }).catch((failure: unknown) => {
        throw nameUnknown(id, failure)
      })
      for (const side of reply.transactions ?? []) gone.set(side.id, side)
      return answered(reply)
    }
    return oneOrMany(world, unique, deleteOne, byId)
  },
  show: transactionChange('Deleted'),
})

/** The transactions line by line, what they come to, and the price. */
function describeAll(world: World, rows: readonly Transaction[], requests: number): string {
  const lines = rows.slice(0, MOST_SHOWN).map(described)
  const rest = rows.length - lines.length
  return [
    ...lines,
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(rows.length > 1 ? [describeExtent(measure(rows))] : []),
    ...priceLines(world, requests),
  ].join('\n')
}
