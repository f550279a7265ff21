import { command, some } from '../../command/define.ts'
import { id } from '../../command/options.ts'
import { transactionChange } from '../../render/transactions.ts'
import { changeTransaction, changeTransactions } from './shared/change-transactions.ts'

const body = { status: 'cleared' } as const

export const clear = command({
  name: 'tx clear',
  summary: 'Mark transactions as booked by the bank',
  arguments: { ids: some(id('The transactions the bank has booked')) },
  examples: [{ when: 'It is on the statement', type: 'budget tx clear txn_01' }],
  changes: true,
  run: (world, { ids }) =>
    changeTransactions(world, ids, { body, change: (id) => changeTransaction(world, id, body) }),
  show: transactionChange('Cleared'),
})
