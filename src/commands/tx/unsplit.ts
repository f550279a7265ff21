import { command, needed } from '../../command/define.ts'
import { envelope, id } from '../../command/options.ts'
import { transactionChange } from '../../render/transactions.ts'
import { confirmReconciledOne } from './shared/reconciled.ts'
import { answered } from './shared/reply.ts'

export const unsplit = command({
  name: 'tx unsplit',
  summary: 'Give a divided transaction back to one category',
  arguments: { id: id('The transaction') },
  flags: { category: needed(envelope('The category that pays for all of it')) },
  examples: [{ when: 'It was all food', type: 'budget tx unsplit txn_01 --category Groceries' }],
  changes: true,
  async run(world, { id, category }) {
    await confirmReconciledOne(world, id)
    const purpose = category === 'rta' ? { ready_to_assign: true } : { category_id: category.id }
    const body = { splits: null, ...purpose }
    return answered(await world.api.updateTransaction({ transaction_id: id, body }))
  },
  show: transactionChange('Changed'),
})
