import { command, needed } from '../../command/define.ts'
import { accountToBookIn, amount, category, date, plain } from '../../command/options.ts'
import { Mistake, Unreachable } from '../../contract/errors.ts'
import { transferChange } from '../../render/transactions.ts'

export const transfer = command({
  name: 'tx transfer',
  summary: 'Move money from one account to another',
  arguments: { amount: amount('How much') },
  flags: {
    from: needed(accountToBookIn('The account it leaves')),
    to: needed(accountToBookIn('The account it arrives in')),
    date: date('When; today when left out'),
    category: category('The category that pays for it, when it leaves the budget'),
    notes: plain('A note about it', 'TEXT'),
  },
  examples: [
    { when: 'Money put aside', type: 'budget tx transfer 200 --from Checking --to Savings' },
    {
      when: 'The card is paid',
      type: 'budget tx transfer 350.20 --from Checking --to Visa --date yesterday',
    },
  ],
  changes: true,
  async run({ api, today }, { amount, from, to, date = today, category, notes }) {
    if (from.id === to.id)
      throw new Mistake('value', `A transfer goes from one account to another, and both are ${from.name}`, {
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
    throw new Unreachable('The service did not say which transactions it wrote', true)
  },
  show: transferChange,
})
