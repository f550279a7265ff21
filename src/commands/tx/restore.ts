import { command, some } from '../../command/define.ts'
import { byId, oneOrMany } from '../../command/for-each.ts'
import { id } from '../../command/options.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { transactionChange } from '../../render/transactions.ts'
import { findTransactions, nameUnknown } from './shared/find-transactions.ts'
import { answered } from './shared/reply.ts'

export const restore = command({
  name: 'tx restore',
  summary: 'Bring deleted transactions back',
  arguments: { ids: some(id('The transactions to bring back')) },
  examples: [{ when: 'Deleted the wrong one', type: 'budget tx restore txn_01' }],
  changes: true,
  async run(world, { ids }) {
    const unique = [...new Set(ids)]
    if (unique.length > 1) await findTransactions(world, unique)
    const restoreOne = async (id: string): Promise<Transaction> => {
      const reply = await world.api.restoreTransaction({ transaction_id: id }).catch((failure: unknown) => {
        throw nameUnknown(id, failure)
      })
      return answered(reply)
    }
    return oneOrMany(world, unique, restoreOne, byId)
  },
  show: transactionChange('Restored'),
})
