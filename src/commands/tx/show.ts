import { command, some } from '../../command/define.ts'
import { id } from '../../command/options.ts'
import { transactionCard } from '../../render/transactions.ts'
import { findTransactions } from './shared/find-transactions.ts'
import { withOtherAccounts } from './shared/transfer-account.ts'

export const show = command({
  name: 'tx show',
  summary: 'Show transactions, deleted ones too',
  arguments: { ids: some(id('The transactions to show')) },
  examples: [{ when: 'One transaction in full', type: 'budget tx show txn_01' }],
  async run(world, { ids }) {
    const found = await findTransactions(world, [...new Set(ids)])
    return withOtherAccounts(
      world.names,
      found.map(({ row }) => row),
    )
  },
  show: transactionCard,
})
