/** `budget tx add`: adds a transaction, or many from stdin. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import type { AccountSummary } from '../../command/name-cache.ts'
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
import { addReference, getRepliedTransaction } from './shared/reply.ts'

const amountInput = amountOption('The amount; outflows are negative')

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
      commandLine: "budget tx add -50 Supermarket --split Groceries=-30 --split 'Fun=-20:for the party'",
    },
    {
      when: 'Transactions from another program',
      commandLine: 'budget tx add --stdin --account Checking < rows.ndjson',
    },
  ],
  mutates: true,
  async run(context, { stdin, ...input }) {
    if (!stdin) {
      const transaction = await buildDraft(context, input)
      return addReference(
        context,
        getRepliedTransaction(await context.api.createTransactions({ body: { transaction } })),
      )
    }
    const { account, date, status, reviewStatus, split, ...single } = input
    if (split.length > 0 || Object.values(single).some((value) => value !== undefined && value !== false))
      throw new UserError('usage', 'Use either --stdin or arguments for one transaction, not both')
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
    throw new UserError('usage', '"budget tx add" requires an AMOUNT', {
      hint: 'budget tx add --help shows the usage',
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
    throw new UserError('usage', `Use either ${placeholder} or --${placeholder.toLowerCase()}, not both`)
  return argument ?? flag
}
