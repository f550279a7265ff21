import { transactionCard } from '../../render/transactions.ts'
import { command, some } from '../command.ts'
import { id } from '../entries.ts'
import { oneOrMany } from '../one_or_many.ts'
import { withOtherAccounts } from './other_account.ts'

export const show = command({
  name: 'tx show',
  summary: 'Show transactions, deleted ones too',
  arguments: { ids: some(id('The transactions to show')) },
  examples: [{ when: 'One transaction in full', type: 'budget tx show txn_01' }],
  run: (world, { ids }) =>
    oneOrMany(world, ids, async (id) => {
      const { transaction } = await world.api.getTransaction({ transaction_id: id })
      const [told = transaction] = await withOtherAccounts(world.names, [transaction])
      return told
    }),
  show: transactionCard,
})
