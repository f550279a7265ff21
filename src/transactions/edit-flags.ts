/** Declares and reads the flags of `tx edit`: filters and new values. */

import { applyDirection, type TypedAmount } from '../command/amounts.ts'
import type { AccountSummary } from '../command/names/name-cache.ts'
import { type CategoryWithGroup, findMerchants, type NameIndex } from '../command/names/resolve-name.ts'
import { booleanFlag, withFields } from '../command/option-spec.ts'
import {
  accountOption,
  categoryOrRtaOption,
  dateOption,
  directedAmountOption,
  enumOption,
  merchantNameOption,
  textOption,
} from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import {
  reviewStatuses,
  type TransactionChanges,
  transactionStatuses,
} from '../contract/operations/transactions.ts'
import { toMerchantFields } from './build-draft.ts'
import { categoryFlags, type TypedSplitLine, toCategoryFields, toSplitLines } from './category-options.ts'
import { filterFlags, type TransactionFilterFlags } from './transaction-filters.ts'

type CategoryOrRta = CategoryWithGroup | 'rta'

/** The filters of `tx list`. With ids, those that a transaction has a field for are new values instead. */
export const filterOrChangeFlags = {
  ...filterFlags,
  category: categoryOrRtaOption('With ids, the new category; without, only this category'),
  merchant: merchantNameOption('With ids, the new merchant; without, only merchants with this text'),
  account: accountOption('With ids, the new account; without, only this account'),
  status: withFields(
    enumOption('With ids, the new status; without, only this status', 'STATUS', transactionStatuses),
    'status',
  ),
  uncategorized: booleanFlag('With ids, remove the category; without, only uncategorized transactions'),
}

/** Flags that are always new values. */
export const changeFlags = {
  setCategory: withFields(categoryOrRtaOption('The new category'), 'category_id'),
  setMerchant: merchantNameOption('The new merchant; a new name creates a merchant'),
  setAccount: accountOption('The new account'),
  setStatus: withFields(enumOption('The new status', 'STATUS', transactionStatuses), 'status'),
  setUncategorized: booleanFlag('Remove the category'),
  date: dateOption('The new date'),
  amount: directedAmountOption('The new amount; without a sign it keeps its direction'),
  readyToAssign: categoryFlags.readyToAssign,
  split: categoryFlags.split,
  noMerchant: booleanFlag('Remove the merchant'),
  reviewStatus: withFields(enumOption('The new review status', 'STATUS', reviewStatuses), 'review_status'),
  notes: withFields(textOption('The new note', 'TEXT'), 'notes'),
  clearNotes: booleanFlag('Remove the note'),
}

/** The new values that the user typed. */
export type EditInput = Omit<Parameters<typeof toCategoryFields>[0], 'split'> & {
  date: string | undefined
  amount: TypedAmount | undefined
  split: TypedSplitLine[]
  merchant: string | undefined
  noMerchant: boolean
  account: AccountSummary | undefined
  status: TransactionChanges['status']
  reviewStatus: TransactionChanges['review_status']
  notes: string | undefined
  clearNotes: boolean
}

/** True if the new amounts take the direction of the transaction that changes. */
export const followsDirection = ({ amount, split }: EditInput): boolean =>
  amount ? !amount.hasSign : split.some(({ typed }) => !typed.hasSign)

/** Returns the changes of a transaction with this amount, as the API takes them. @throws UserError for new values that exclude each other. */
export async function buildChanges(
  names: NameIndex,
  {
    date,
    amount,
    merchant,
    noMerchant,
    account,
    status,
    reviewStatus,
    notes,
    clearNotes,
    split,
    ...purpose
  }: EditInput,
  oldAmount: string,
): Promise<TransactionChanges> {
  if (merchant !== undefined && noMerchant)
    throw new UserError('usage', 'Use either --merchant or --no-merchant, not both')
  if (notes !== undefined && clearNotes)
    throw new UserError('usage', 'Use either --notes or --clear-notes, not both')
  const newAmount = amount && applyDirection(amount, oldAmount)
  return {
    ...(date !== undefined && { date }),
    ...(newAmount !== undefined && { amount: newAmount }),
    ...toCategoryFields({ ...purpose, split: toSplitLines(split, newAmount ?? oldAmount) }),
    ...(merchant !== undefined && (await toMerchantFields(names, merchant))),
    ...(noMerchant && { merchant_id: null }),
    ...(account && { account_id: account.id }),
    ...(status !== undefined && { status }),
    ...(reviewStatus !== undefined && { review_status: reviewStatus }),
    ...(notes !== undefined && { notes }),
    ...(clearNotes && { notes: null }),
  }
}

type EditFlags = Omit<TransactionFilterFlags, 'merchant' | 'category'> & {
  category: CategoryOrRta | undefined
  merchant: string | undefined
  account: AccountSummary | undefined
  setCategory: CategoryOrRta | undefined
  setMerchant: string | undefined
  setAccount: AccountSummary | undefined
  setStatus: TransactionChanges['status']
  setUncategorized: boolean
} & Omit<EditInput, 'category' | 'merchant' | 'account' | 'status' | 'uncategorized'>

/** Separates the flags into filters and new values: with ids, `--category` is the new category. */
export async function separateFilters(
  names: NameIndex,
  hasIds: boolean,
  flags: EditFlags,
): Promise<EditInput & { filters: TransactionFilterFlags }> {
  const { category, merchant, account, status, uncategorized, since, until, period, search, min, max } = flags
  const { setCategory, setMerchant, setAccount, setStatus, setUncategorized, ...changes } = flags
  const explicit = {
    ...changes,
    category: setCategory,
    merchant: setMerchant,
    account: setAccount,
    status: setStatus,
    uncategorized: setUncategorized,
  }
  const ranges = { since, until, period, search, min, max }
  if (!hasIds) {
    const merchants = merchant === undefined ? undefined : await findMerchants(names, merchant)
    const filters = { ...ranges, category, merchant: merchants, account, status, uncategorized }
    return { ...explicit, filters }
  }
  const noFilters = { merchant: undefined, category: undefined, account: undefined, status: undefined }
  return {
    ...explicit,
    category: chooseFlag('category', category, setCategory),
    merchant: chooseFlag('merchant', merchant, setMerchant),
    account: chooseFlag('account', account, setAccount),
    status: chooseFlag('status', status, setStatus),
    uncategorized: uncategorized || setUncategorized,
    filters: { ...ranges, ...noFilters, uncategorized: false },
  }
}

/**
 * Returns the value of `--NAME` or of `--set-NAME`.
 * @throws UserError when both were given.
 */
function chooseFlag<Value>(name: string, value: Value | undefined, setValue: Value | undefined) {
  if (value !== undefined && setValue !== undefined)
    throw new UserError('usage', `Use either --${name} or --set-${name}, not both`)
  return value ?? setValue
}
