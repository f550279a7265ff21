/** `budget tx add`: adds a transaction, or many from stdin. */

import { resolveArgumentOrFlag } from '../../command/argument-or-flag.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag, optional, withFields } from '../../command/option-spec.ts'
import {
  amountOption,
  categoryOrRtaOption,
  dateOption,
  enumOption,
  merchantNameOption,
  openAccountOption,
  textOption,
} from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { reviewStatuses } from '../../contract/operations/transactions.ts'
import { addMatchedTransaction } from '../../schedules/add-matched-transaction.ts'
import { defineAddedView } from '../../schedules/added-transaction-view.ts'
import { createTransactionsInBatches, parseJsonRows } from '../../transactions/add-json-rows.ts'
import { toStatusFields } from '../../transactions/build-draft.ts'
import { categoryFlags } from '../../transactions/category-options.ts'

const amountInput = amountOption('The amount; outflows are negative')

import { defineTransactionChangeView } from '../../transactions/transactions-view.ts'

export const add = defineCommand({
  name: 'tx add',
  summary: 'Add a transaction',
  arguments: {
    amountArgument: optional(amountInput),
    merchantArgument: optional(merchantNameOption('The merchant')),
    categoryArgument: optional(categoryOrRtaOption('The category')),
  },
  flags: {
    account: openAccountOption('The account; optional with only one account, or with default_account set'),
    amount: amountInput,
    date: dateOption('The date; today by default'),
    merchant: merchantNameOption('The merchant; a new name creates a merchant'),
    ...categoryFlags,
    notes: withFields(textOption('A note', 'TEXT'), 'notes'),
    status: withFields(
      enumOption('The status; cleared by default', 'STATUS', ['pending', 'cleared']),
      'status',
    ),
    reviewStatus: withFields(
      enumOption('The review status; needs_review by default', 'STATUS', reviewStatuses),
      'review_status',
    ),
    stdin: booleanFlag('Add transactions from stdin: a JSON array, or one object per line, as in the API'),
  },
  examples: [
    { when: 'A purchase today', commandLine: 'budget tx add -42.10 Amazon Household' },
    {
      when: 'A paycheck',
      commandLine: 'budget tx add --account Checking --amount 2500 --merchant Employer --ready-to-assign',
    },
    {
      when: 'One receipt, two categories',
      commandLine: "budget tx add -50 Supermarket --split Groceries=30 --split 'Fun=20:for the party'",
    },
    {
      when: 'Transactions from another program',
      commandLine: 'budget tx add --stdin --account Checking < rows.ndjson',
    },
  ],
  mutates: true,
  async run(context, { stdin, ...input }) {
    if (!stdin)
      return addMatchedTransaction(context, {
        ...input,
        amount: resolveArgumentOrFlag('amount', input.amountArgument, input.amount),
        merchant: resolveArgumentOrFlag('merchant', input.merchantArgument, input.merchant),
        category: resolveArgumentOrFlag('category', input.categoryArgument, input.category),
        command: 'tx add',
        isByHand: false,
        direction: undefined,
        usualCategory: undefined,
      })
    const { account, date, status, reviewStatus, split, ...single } = input
    if (split.length > 0 || Object.values(single).some((value) => value !== undefined && value !== false))
      throw new UserError('usage', 'Use either --stdin or arguments for one transaction, not both')
    const rows = parseJsonRows(await context.computer.files.read('-'), {
      ...(account && { account_id: account.id }),
      ...(date !== undefined && { date }),
      ...toStatusFields({ status, reviewStatus }),
    })
    return createTransactionsInBatches(context, rows)
  },
  view: defineAddedView(defineTransactionChangeView('Added')),
})
