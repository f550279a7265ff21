import { transactionCard } from '../../render/transactions.ts'
import { command, some } from '../command.ts'
import { id } from '../entries.ts'
import { oneOrMany } from '../one_or_many.ts'

export const show = command({
  name: 'tx show',
  summary: 'Show transactions, deleted ones too',
  arguments: { ids: some(id('The transactions to show')) },
  examples: [{ when: 'One transaction in full', type: 'budget tx show txn_01' }],
  run: (world, { ids }) =>
    oneOrMany(world, ids, async (id) => (await world.api.getTransaction({ transaction_id: id })).transaction),
  show: transactionCard,
})
