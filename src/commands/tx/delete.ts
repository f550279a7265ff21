import type { Transaction } from '../../contract/transactions.ts'
import { transactionChange } from '../../render/transactions.ts'
import { command, some } from '../command.ts'
import { id } from '../entries.ts'
import { oneOrMany } from '../one_or_many.ts'
import { answered } from './answered.ts'
import { described, sidesOf } from './reconciled.ts'

export const remove = command({
  name: 'tx delete',
  summary: 'Delete transactions; they can be restored',
  arguments: { ids: some(id('The transactions to delete; of a transfer both sides go')) },
  examples: [{ when: 'Entered twice', type: 'budget tx delete txn_01 --yes' }],
  changes: true,
  async run(world, { ids }) {
    const { api, confirm } = world
    const unique = [...new Set(ids)]
    await confirm(
      unique.length === 1 ? 'Delete this transaction?' : `Delete ${unique.length} transactions?`,
      async () => {
        const rows = await Promise.all(unique.map((id) => sidesOf(api, id)))
        return [...new Map(rows.flat().map((row) => [row.id, described(row)])).values()].join('\n')
      },
    )
    const gone = new Map<string, Transaction>()
    return oneOrMany(world, unique, async (id) => {
      const already = gone.get(id)
      if (already) return already
      const reply = await api.deleteTransaction({ transaction_id: id })
      for (const side of reply.transactions ?? []) gone.set(side.id, side)
      return answered(reply)
    })
  },
  show: transactionChange('Deleted'),
})
