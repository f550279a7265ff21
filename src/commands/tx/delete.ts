import type { Transaction } from '../../contract/transactions.ts'
import { transactionChange } from '../../render/transactions.ts'
import { command, some } from '../command.ts'
import { id } from '../entries.ts'
import { oneOrMany } from '../one_or_many.ts'
import { answered } from './answered.ts'

export const remove = command({
  name: 'tx delete',
  summary: 'Delete transactions; they can be restored',
  arguments: { ids: some(id('The transactions to delete; of a transfer both sides go')) },
  examples: [{ when: 'Entered twice', type: 'budget tx delete txn_01 --yes' }],
  changes: true,
  async run({ api, confirm }, { ids }) {
    const unique = [...new Set(ids)]
    await confirm(
      unique.length === 1 ? 'Delete this transaction?' : `Delete ${unique.length} transactions?`,
      async () => {
        const rows = await Promise.all(unique.map((id) => api.getTransaction({ transaction_id: id })))
        return rows.map(({ transaction }) => described(transaction)).join('\n')
      },
    )
    return oneOrMany(unique, async (id) => answered(await api.deleteTransaction({ transaction_id: id })))
  },
  show: transactionChange('Deleted'),
})

const described = ({ date, amount, account_name, merchant_name, status }: Transaction): string => {
  const words = [date, amount, merchant_name ?? '', `in ${account_name}`]
    .filter((word) => word !== '')
    .join(' ')
  // The bank's statement was held against it: taking it away undoes that. spec E41
  return status === 'reconciled' ? `${words} (reconciled)` : words
}
