/** `budget tx transfer`: adds a transfer between two accounts. */

import { defineCommand } from '../../command/define.ts'
import { repeatable, required, withFields } from '../../command/option-spec.ts'
import {
  amountOption,
  categoryOption,
  dateOption,
  openAccountOption,
  textOption,
  transactionOption,
} from '../../command/options.ts'
import { addTransfer } from '../../transactions/add-transfer.ts'
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
    replaces: repeatable(transactionOption('Delete this transaction, which is the same movement of money')),
  },
  examples: [
    { when: 'Move money to savings', commandLine: 'budget tx transfer 200 --from Checking --to Savings' },
    {
      when: 'Pay a credit card',
      commandLine: 'budget tx transfer 350.20 --from Checking --to Visa --date yesterday',
    },
    {
      when: 'The bank file had it as spending',
      commandLine: 'budget tx transfer 200 --from Checking --to Savings --replaces 3C',
    },
  ],
  mutates: true,
  run: addTransfer,
  view: transferView,
})
