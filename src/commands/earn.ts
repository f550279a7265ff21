/** `budget earn`: adds a transaction of money in; the amount needs no sign. */

import { resolveArgumentOrFlag } from '../command/argument-or-flag.ts'
import { defineCommand } from '../command/define.ts'
import { optional } from '../command/option-spec.ts'
import { categoryOrRtaOption, merchantNameOption } from '../command/options.ts'
import { addMatchedTransaction } from '../schedules/add-matched-transaction.ts'
import { defineAddedView } from '../schedules/added-transaction-view.ts'
import { defineTransactionChangeView } from '../transactions/transactions-view.ts'
import { detailFlags, noFurtherDetails, unsignedAmountOption } from '../transactions/unsigned-amount.ts'

export const earn = defineCommand({
  name: 'earn',
  summary: 'Record money that came in',
  arguments: {
    amount: optional(unsignedAmountOption('earn')),
    merchant: optional(merchantNameOption('The merchant; a new name creates a merchant')),
    categoryArgument: optional(categoryOrRtaOption('The category; Ready to Assign by default')),
  },
  flags: detailFlags,
  examples: [
    { when: 'A paycheck', commandLine: 'budget earn 2500 Employer' },
    { when: 'A refund, back into its category', commandLine: 'budget earn 19.99 Amazon Household' },
  ],
  mutates: true,
  run: (context, input) =>
    addMatchedTransaction(context, {
      ...noFurtherDetails,
      ...input,
      category: resolveArgumentOrFlag('category', input.categoryArgument, input.category),
      command: 'earn',
      direction: 'in',
      usualCategory: 'rta',
    }),
  view: defineAddedView(defineTransactionChangeView('Added')),
})
