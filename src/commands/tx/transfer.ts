/** `budget tx transfer`: adds a transfer between two accounts. */

import { defineCommand } from '../../command/define.ts'
import { required, withFields } from '../../command/option-spec.ts'
import {
  amountOption,
  categoryOption,
  dateOption,
  openAccountOption,
  textOption,
} from '../../command/options.ts'
import { NetworkError, UserError } from '../../contract/errors.ts'
import { addReferences } from '../../transactions/read-reply.ts'
import { transferView } from '../../transactions/transactions-view.ts'

export const transfer = defineCommand({
  name: 'tx transfer',
  summary: 'Move money from one account to another',
  arguments: { amount: amountOption('The amount') },
  flags: {
    from: required(withFields(openAccountOption('The account to transfer from'), 'from_account_id')),
    to: required(withFields(openAccountOption('The account to transfer to'), 'to_account_id')),
    date: dateOption('The date; today by default'),
    category: withFields(
      categoryOption('The category, if the other account is off budget'),
      'category_id',
      'ready_to_assign',
    ),
    notes: withFields(textOption('A note', 'TEXT'), 'notes'),
  },
  examples: [
    { when: 'Move money to savings', commandLine: 'budget tx transfer 200 --from Checking --to Savings' },
    {
      when: 'Pay a credit card',
      commandLine: 'budget tx transfer 350.20 --from Checking --to Visa --date yesterday',
    },
  ],
  mutates: true,
  async run(context, { amount, from, to, date = context.invocation.today, category, notes }) {
    if (from.id === to.id)
      throw new UserError('invalid', `--from and --to are both ${from.name}`, {
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
    const { transactions } = await context.workspace.api.createTransactions({ body: { transaction } })
    if (transactions) return addReferences(context, transactions)
    throw new NetworkError('The service did not say which transactions it wrote', true)
  },
  view: transferView,
})
