/** `budget tx add`: adds a transaction, or many from stdin. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import type { AccountSummary } from '../../command/name-cache.ts'
import { booleanFlag, filling, optional } from '../../command/option-spec.ts'
import {
  amountOption,
  categoryOrRtaOption,
  dateOption,
  enumOption,
  merchantNameOption,
  openAccountOption,
  textOption,
} from '../../command/options.ts'
import type { CategoryWithGroup } from '../../command/resolve-name.ts'
import { UserError } from '../../contract/errors.ts'
import { reviewStatuses, type TransactionDraft } from '../../contract/operations/transactions.ts'
import { defineTransactionChangeView } from '../../render/transactions.ts'
import type { SplitLine } from './shared/category-options.ts'
import { categoryFlags, toCategoryFields } from './shared/category-options.ts'
import { resolveDefaultAccount } from './shared/default-account.ts'
import { createTransactionsInBatches, parseJsonRows } from './shared/json-rows.ts'
import { toMerchantFields } from './shared/merchant-options.ts'
import { promptTransaction } from './shared/prompt-transaction.ts'
import { getRepliedTransaction } from './shared/reply.ts'

const amountInput = amountOption('How much; money out is negative')

export const add = defineCommand({
  name: 'tx add',
  summary: 'Add a transaction',
  arguments: {
    amountArgument: optional(amountInput),
    merchantArgument: optional(merchantNameOption('Whom it was paid to or came from')),
    categoryArgument: optional(categoryOrRtaOption('The category that pays for it')),
  },
  flags: {
    account: openAccountOption(
      'The account it is booked in; may be left out when there is only one, or a default_account',
    ),
    amount: amountInput,
    date: dateOption('When; today when left out'),
    merchant: merchantNameOption('Whom it was paid to or came from; a new name makes a new merchant'),
    ...categoryFlags,
    notes: filling(textOption('A note about it', 'TEXT'), 'notes'),
    status: filling(
      enumOption('Has the bank booked it, cleared when left out', 'STATUS', ['pending', 'cleared']),
      'status',
    ),
    reviewStatus: filling(
      enumOption('Does it need another look, needs_review when left out', 'STATUS', reviewStatuses),
      'review_status',
    ),
    stdin: booleanFlag(
      'Add those that come in on stdin: a JSON array, or one on each line, as the API takes them',
    ),
  },
  examples: [
    { when: 'A purchase today', commandLine: 'budget tx add -42.10 Amazon Household' },
    {
      when: 'Pay day',
      commandLine: 'budget tx add --account Checking --amount 2500 --merchant Employer --ready-to-assign',
    },
    {
      when: 'One receipt, two purposes',
      commandLine: "budget tx add -50 Supermarket --split Groceries=-30 --split 'Fun=-20:for the party'",
    },
    {
      when: 'What another program wrote',
      commandLine: 'budget tx add --stdin --account Checking < rows.ndjson',
    },
  ],
  mutates: true,
  async run(context, { stdin, ...input }) {
    if (!stdin) {
      const transaction = await buildDraft(context, input)
      return getRepliedTransaction(await context.api.createTransactions({ body: { transaction } }))
    }
    const { account, date, status, reviewStatus, split, ...single } = input
    if (split.length > 0 || Object.values(single).some((value) => value !== undefined && value !== false))
      throw new UserError('usage', 'Take --stdin or a transaction on the line, not both')
    const rows = parseJsonRows(await context.files.read('-'), {
      ...(account && { account_id: account.id }),
      ...(date !== undefined && { date }),
      ...toStatusFields({ status, reviewStatus }),
    })
    return createTransactionsInBatches(context, rows)
  },
  view: defineTransactionChangeView('Added'),
})

interface AddInput {
  amountArgument: string | undefined
  merchantArgument: string | undefined
  categoryArgument: CategoryWithGroup | 'rta' | undefined
  account: AccountSummary | undefined
  amount: string | undefined
  date: string | undefined
  merchant: string | undefined
  category: CategoryWithGroup | 'rta' | undefined
  readyToAssign: boolean
  uncategorized: boolean
  split: SplitLine[]
  notes: string | undefined
  status: TransactionDraft['status']
  reviewStatus: TransactionDraft['review_status']
}

async function buildDraft(context: WorkspaceContext, input: AddInput): Promise<TransactionDraft> {
  const { names, today } = context
  const { notes, split, readyToAssign, uncategorized } = input
  const amount = resolveArgumentOrFlag('AMOUNT', input.amountArgument, input.amount)
  const typed = {
    account: input.account,
    date: input.date,
    merchant: resolveArgumentOrFlag('MERCHANT', input.merchantArgument, input.merchant),
    category: resolveArgumentOrFlag('CATEGORY', input.categoryArgument, input.category),
    hasPurpose: readyToAssign || uncategorized,
  }
  const isAsked = amount === undefined && split.length === 0
  if (isAsked && !context.isInteractive())
    throw new UserError('usage', '"budget tx add" needs an AMOUNT', {
      hint: 'budget tx add --help shows how it goes',
    })
  const complete = isAsked ? await promptTransaction(context, typed) : { ...typed, amount }
  return {
    account_id: (complete.account ?? (await resolveDefaultAccount(context))).id,
    date: complete.date ?? today,
    ...(complete.amount !== undefined && { amount: complete.amount }),
    ...toCategoryFields({ ...input, category: complete.category }),
    ...(complete.merchant !== undefined && (await toMerchantFields(names, complete.merchant))),
    ...(notes !== undefined && { notes }),
    ...toStatusFields(input),
  }
}

const toStatusFields = ({ status, reviewStatus }: Pick<AddInput, 'status' | 'reviewStatus'>) => ({
  ...(status !== undefined && { status }),
  ...(reviewStatus !== undefined && { review_status: reviewStatus }),
})

/**
 * Returns the value of an argument or of the flag that means the same.
 * @throws UserError when both were given.
 */
function resolveArgumentOrFlag<Value>(
  placeholder: string,
  argument: Value | undefined,
  flag: Value | undefined,
) {
  if (argument !== undefined && flag !== undefined)
    throw new UserError('usage', `Take ${placeholder} or --${placeholder.toLowerCase()}, not both`)
  return argument ?? flag
}
