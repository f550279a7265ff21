import type { Transaction } from '../../contract/transactions.ts'
import { transactionChange } from '../../render/transactions.ts'
import { command, some } from '../command.ts'
import { id } from '../entries.ts'
import { byId, oneOrMany } from '../one_or_many.ts'
import { answered } from './answered.ts'
import { findTransactions, nameUnknown, readAllSides } from './find.ts'
import { described } from './reconciled.ts'

export const remove = command({
  name: 'tx delete',
  summary: 'Delete transactions; they can be restored',
  arguments: { ids: some(id('The transactions to delete; of a transfer both sides go')) },
  examples: [{ when: 'Entered twice', type: 'budget tx delete txn_01 --yes' }],
  changes: true,
  async run(world, { ids }) {
    const unique = [...new Set(ids)]
    const isAsked = !world.yes && !world.dryRun
    const found = unique.length > 1 || isAsked ? await findTransactions(world, unique) : []
    await world.confirm(
      unique.length === 1 ? 'Delete this transaction?' : `Delete ${unique.length} transactions?`,
      async () => (await readAllSides(world, found)).map(described).join('\n'),
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
