import { transactionChange } from '../../render/transactions.ts'
import { command, some } from '../command.ts'
import { id } from '../entries.ts'
import { oneOrMany } from '../one_or_many.ts'
import { answered } from './answered.ts'

export const clear = command({
  name: 'tx clear',
  summary: 'Mark transactions as booked by the bank',
  arguments: { ids: some(id('The transactions the bank has booked')) },
  examples: [{ when: 'It is on the statement', type: 'budget tx clear txn_01' }],
  changes: true,
  run: (world, { ids }) =>
    oneOrMany(world, [...new Set(ids)], async (id) =>
      answered(await world.api.updateTransaction({ transaction_id: id, body: { status: 'cleared' } })),
    ),
  show: transactionChange('Cleared'),
})
