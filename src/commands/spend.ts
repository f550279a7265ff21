/** `budget spend`: adds a transaction of money out; the amount needs no sign. */

import { resolveArgumentOrFlag } from '../command/argument-or-flag.ts'
import { defineCommand } from '../command/define.ts'
import { optional } from '../command/option-spec.ts'
import { categoryOrRtaOption, merchantNameOption } from '../command/options.ts'
import { negate } from '../money/decimal.ts'
import { addMatchedTransaction } from '../schedules/add-matched-transaction.ts'
import { defineAddedView } from '../schedules/added-transaction-view.ts'
import { defineTransactionChangeView } from '../transactions/transactions-view.ts'
import { detailFlags, noFurtherDetails, unsignedAmountOption } from '../transactions/unsigned-amount.ts'

export const spend = defineCommand({
  name: 'spend',
  summary: 'Record money you spent',
  arguments: {
    amount: optional(unsignedAmountOption('spend')),
    merchant: optional(merchantNameOption('The merchant; a new name creates a merchant')),
    categoryArgument: optional(categoryOrRtaOption('The category')),
  },
  flags: detailFlags,
  examples: [
    { when: 'A coffee today', commandLine: 'budget spend 4.50 "Blue Heron" Coffee' },
    {
      when: 'By card, yesterday',
      commandLine: 'budget spend 89.10 "Acme Tools" --account Visa --date yesterday',
    },
  ],
  mutates: true,
  run: (context, input) =>
    addMatchedTransaction(context, {
      ...noFurtherDetails,
      ...input,
      category: resolveArgumentOrFlag('category', input.categoryArgument, input.category),
      amount: input.amount === undefined ? undefined : negate(input.amount),
      command: 'spend',
      direction: 'out',
      usualCategory: undefined,
    }),
  view: defineAddedView(defineTransactionChangeView('Added')),
})
