/** Builds a new transaction from what the user typed, and from answers on a terminal. */

import type { WorkspaceContext } from '../command/context.ts'
import type { AccountSummary } from '../command/names/name-cache.ts'
import type { CategoryWithGroup } from '../command/names/resolve-name.ts'
import { UserError } from '../contract/errors.ts'
import type { TransactionDraft } from '../contract/operations/transactions.ts'
import { type TypedSplitLine, toCategoryFields, toSplitLines } from './category-options.ts'
import { resolveDefaultAccount } from './default-account.ts'
import { toMerchantFields } from './merchant-options.ts'
import { type Direction, promptTransaction } from './prompt-transaction.ts'

/** What the user typed about one transaction. */
export interface DraftInput {
  account: AccountSummary | undefined
  amount: string | undefined
  date: string | undefined
  merchant: string | undefined
  category: CategoryWithGroup | 'rta' | undefined
  readyToAssign: boolean
  uncategorized: boolean
  split: TypedSplitLine[]
  notes: string | undefined
  status: TransactionDraft['status']
  reviewStatus: TransactionDraft['review_status']
  /** True for what the bank has not seen yet and the user need not review. */
  isByHand: boolean
  /** The command, for messages. */
  command: string
  /** Known where the command says it. */
  direction: Direction | undefined
  /** What an amount is for when nothing else says so. */
  usualCategory: 'rta' | undefined
}

/**
 * Returns the transaction as the API takes it. On a terminal, asks for what is missing when the amount is.
 * @throws UserError for values that exclude each other, or when an amount is missing.
 */
export async function buildDraft(context: WorkspaceContext, input: DraftInput): Promise<TransactionDraft> {
  const {
    workspace: { names },
    invocation: { today },
  } = context
  const { amount, notes, split, readyToAssign, uncategorized } = input
  const hasPurpose = readyToAssign || uncategorized
  const isAsked = amount === undefined && split.length === 0
  if (isAsked && !context.user.isInteractive())
    throw new UserError('usage', `"budget ${input.command}" requires an AMOUNT`, {
      hint: `budget ${input.command} --help shows the usage`,
    })
  const complete = isAsked ? await promptTransaction(context, { ...input, hasPurpose }) : input
  const account = complete.account ?? (await resolveDefaultAccount(context))
  const usualCategory = isAsked || hasPurpose || !account.on_budget ? undefined : input.usualCategory
  return {
    account_id: account.id,
    date: complete.date ?? today,
    ...(complete.amount !== undefined && { amount: complete.amount }),
    ...toCategoryFields({
      ...input,
      category: complete.category ?? usualCategory,
      split: toSplitLines(split, amount),
    }),
    ...(complete.merchant !== undefined && (await toMerchantFields(names, complete.merchant))),
    ...(notes !== undefined && { notes }),
    ...(input.isByHand && statusByHand(account)),
    ...toStatusFields(input),
  }
}

/** A purse of cash has no bank that would clear its rows. @see docs/cli.md#spend-and-earn */
const statusByHand = ({ type }: AccountSummary): Pick<TransactionDraft, 'status' | 'review_status'> => ({
  ...(type !== 'banking_cash' && { status: 'pending' }),
  review_status: 'reviewed',
})

/** Returns the fields of the status flags that were given. */
export const toStatusFields = ({ status, reviewStatus }: Pick<DraftInput, 'status' | 'reviewStatus'>) => ({
  ...(status !== undefined && { status }),
  ...(reviewStatus !== undefined && { review_status: reviewStatus }),
})
