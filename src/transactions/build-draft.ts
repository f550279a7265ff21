/** Builds a new transaction from what the user typed, and from answers on a terminal. */

import type { WorkspaceContext } from '../command/context.ts'
import type { AccountSummary } from '../command/names/name-cache.ts'
import {
  type CategoryWithGroup,
  findAccount,
  type NameIndex,
  requireOpenAccount,
} from '../command/names/resolve-name.ts'
import { accountOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { TransactionDraft } from '../contract/operations/transactions.ts'
import { type TypedSplitLine, toCategoryFields, toSplitLines } from './category-options.ts'
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
export const statusByHand = ({
  type,
}: Pick<AccountSummary, 'type'>): Pick<TransactionDraft, 'status' | 'review_status'> => ({
  ...(type !== 'banking_cash' && { status: 'pending' }),
  review_status: 'reviewed',
})

/** Returns the fields of the status flags that were given. */
export const toStatusFields = ({ status, reviewStatus }: Pick<DraftInput, 'status' | 'reviewStatus'>) => ({
  ...(status !== undefined && { status }),
  ...(reviewStatus !== undefined && { review_status: reviewStatus }),
})

/** Returns the account of the setting `default_account`, or the only open account on budget. */
export async function resolveDefaultAccount(context: WorkspaceContext): Promise<AccountSummary> {
  const { default_account } = (await context.computer.settings()).selectProfile().profile
  return default_account === undefined
    ? findOnlyAccount(context)
    : requireOpenAccount(
        context.workspace.names,
        await findConfiguredAccount(context.workspace.names, default_account),
      )
}

async function findConfiguredAccount(names: NameIndex, name: string): Promise<AccountSummary> {
  try {
    return await findAccount(names, name)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const hint = 'It is set as default_account; to change it: budget config set default_account NAME'
    throw new UserError(error.kind, error.message, { hint })
  }
}

async function findOnlyAccount({
  workspace: { names },
  user: { isInteractive, promptFor },
}: WorkspaceContext): Promise<AccountSummary> {
  const open = (await names.accounts()).filter(({ on_budget, closed }) => on_budget && !closed)
  const [single] = open
  if (single && open.length === 1) return single
  if (single && isInteractive()) return promptFor(accountOption('The account'))
  throw single
    ? new UserError('usage', `Use --account to choose one of ${open.length} accounts`, {
        hint: `The accounts are ${open.map(({ name }) => `"${name}"`).join(', ')}; to set a default: budget config set default_account NAME`,
      })
    : new UserError('usage', 'There is no open account', {
        hint: 'To add one: budget accounts add Checking --type banking_checking',
      })
}

/** Returns the fields of a merchant: its id or, if there is none, a name that may be new. */
export async function toMerchantFields(
  names: NameIndex,
  text: string,
): Promise<Pick<TransactionDraft, 'merchant_id' | 'merchant_name'>> {
  // Listing thousands of merchants takes longer than creating the transaction.
  if (!couldBeId(text)) return { merchant_name: text }
  const merchants = await names.merchants()
  const isKnown = merchants.some(({ id, name }) => id === text || toNameKey(name) === toNameKey(text))
  // The id may be newer than the cached names. A new name is not worth a request.
  const candidates = !isKnown && looksLikeId(text) ? await names.merchants('fresh') : merchants
  return candidates.some(({ id }) => id === text) ? { merchant_id: text } : { merchant_name: text }
}

// Services choose the form of their ids, but none contains spaces, and few contain no digit.
const couldBeId = (text: string): boolean => /^\S*\d\S*$/.test(text)

// The two forms of ids that are in use.
const looksLikeId = (text: string): boolean => /^[a-z]+_\w{6,}$|^[\da-f]{8}-[\da-f-]{27}$/i.test(text)
