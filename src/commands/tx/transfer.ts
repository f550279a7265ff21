/** `budget tx transfer`: adds a transfer between two accounts. */

import { defineCommand } from '../../command/define.ts'
import { filling, required } from '../../command/option-spec.ts'
import {
  amountOption,
  categoryOption,
  dateOption,
  openAccountOption,
  textOption,
} from '../../command/options.ts'
import { NetworkError, UserError } from '../../contract/errors.ts'
import { transferView } from '../../render/transactions.ts'

export const transfer = defineCommand({
  name: 'tx transfer',
  summary: 'Move money from one account to another',
  arguments: { amount: amountOption('How much') },
  flags: {
    from: required(filling(openAccountOption('The account it leaves'), 'from_account_id')),
    to: required(filling(openAccountOption('The account it arrives in'), 'to_account_id')),
    date: dateOption('When; today when left out'),
    category: filling(
      categoryOption('The category that pays for it, when it leaves the budget'),
      'category_id',
      'ready_to_assign',
    ),
    notes: filling(textOption('A note about it', 'TEXT'), 'notes'),
  },
  examples: [
    { when: 'Money put aside', commandLine: 'budget tx transfer 200 --from Checking --to Savings' },
    {
      when: 'The card is paid',
      commandLine: 'budget tx transfer 350.20 --from Checking --to Visa --date yesterday',
    },
  ],
  mutates: true,
  async run({ api, today }, { amount, from, to, date = today, category, notes }) {
    if (from.id === to.id)
      throw new UserError('value', `A transfer goes from one account to another, and both are ${from.name}`, {
        field: 'to_account_id',
      })
    const transaction = {
      type: 'transfer' as const,
      from_account_id: from.id,
      to_account_id: to.id,
      amount,
      date,
      ...(category && { category_id: category.id }),
      ...(notes !== undefined && { notes }),
    }
    const { transactions } = await api.createTransactions({ body: { transaction } })
    if (transactions) return transactions
    throw new NetworkError('The service did not say which transactions it wrote', true)
  },
  view: transferView,
})
