import { transactionChange } from '../../render/transactions.ts'
import { command, some } from '../command.ts'
import { id } from '../entries.ts'
import { oneOrMany } from '../one_or_many.ts'
import { answered } from './answered.ts'

export const restore = command({
  name: 'tx restore',
  summary: 'Bring deleted transactions back',
  arguments: { ids: some(id('The transactions to bring back')) },
  examples: [{ when: 'Deleted the wrong one', type: 'budget tx restore txn_01' }],
  changes: true,
  run: (world, { ids }) =>
    oneOrMany(world, ids, async (id) => answered(await world.api.restoreTransaction({ transaction_id: id }))),
  show: transactionChange('Restored'),
})
