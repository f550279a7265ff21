/** `budget tx split`: splits transactions into lines. */

import { defineCommand } from '../../command/define.ts'
import { optional, zeroOrMore } from '../../command/option-spec.ts'
import { categoryOrRtaOption } from '../../command/options.ts'
import { splitLineOption } from '../../transactions/category-options.ts'
import { splitTransactions, transactionOrLineOption } from '../../transactions/split-transactions.ts'
import { filterFlags } from '../../transactions/transaction-filters.ts'
import { defineTransactionChangeView } from '../../transactions/transactions-view.ts'

export const split = defineCommand({
  name: 'tx split',
  summary: 'Split a transaction into several categories',
  arguments: {
    transactionOrLine: optional(transactionOrLineOption),
    furtherLines: zeroOrMore(splitLineOption),
  },
  flags: { rest: categoryOrRtaOption('The category for the remaining amount'), ...filterFlags },
  examples: [
    { when: 'One receipt, two categories', commandLine: 'budget tx split 3C Groceries=30 Household=12.10' },
    {
      when: 'A category for the rest',
      commandLine: "budget tx split last 'Fun=4.50:sweets' --rest Groceries",
    },
    {
      when: 'Several at once',
      commandLine: 'budget tx split --merchant landlord Internet=30 --rest Rent',
    },
  ],
  mutates: true,
  run: splitTransactions,
  view: defineTransactionChangeView('Split'),
})
