/** `budget tx edit`: changes transactions. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import type { AccountSummary } from '../../command/name-cache.ts'
import { booleanFlag, oneOrMore, withFields } from '../../command/option-spec.ts'
import {
  accountOption,
  amountOption,
  dateOption,
  enumOption,
  transactionOption,
  merchantNameOption,
  textOption,
} from '../../command/options.ts'
import { type NameIndex, requireOpenAccount } from '../../command/resolve-name.ts'
import { ApiError, UserError } from '../../contract/errors.ts'
import {
  reviewStatuses,
  type Transaction,
  type TransactionChanges,
  transactionStatuses,
} from '../../contract/operations/transactions.ts'
import { isNegative } from '../../money/decimal.ts'
import { defineTransactionChangeView } from '../../render/transactions.ts'
import { categoryFlags, toCategoryFields } from './shared/category-options.ts'
import { changeTransaction, changeTransactions } from './shared/change-transactions.ts'
import type { FoundTransaction } from './shared/find-transactions.ts'
import { toMerchantFields } from './shared/merchant-options.ts'

const editFlags = {
  date: dateOption('The new date'),
  amount: amountOption('The new amount; outflows are negative'),
  ...categoryFlags,
  merchant: merchantNameOption('The merchant; a new name creates a merchant'),
  noMerchant: booleanFlag('Remove the merchant'),
  account: accountOption('The new account'),
  status: withFields(enumOption('The status', 'STATUS', transactionStatuses), 'status'),
  reviewStatus: withFields(enumOption('The review status', 'STATUS', reviewStatuses), 'review_status'),
  notes: withFields(textOption('The new note', 'TEXT'), 'notes'),
  clearNotes: booleanFlag('Remove the note'),
}

export const edit = defineCommand({
  name: 'tx edit',
  summary: 'Change transactions',
  arguments: { ids: oneOrMore(transactionOption('The transactions to change')) },
  flags: editFlags,
  examples: [
    { when: 'Change the category', commandLine: 'budget tx edit txn_01 --category Household' },
    { when: 'Change the merchant of several', commandLine: 'budget tx edit txn_01 txn_02 --merchant Amazon' },
  ],
  mutates: true,
  async run(context, { ids, ...input }) {
    let body = await buildChanges(context.names, input)
    if (Object.keys(body).length === 0 && context.isInteractive())
      body = await buildChanges(context.names, { ...input, ...(await promptChange(context)) })
    if (Object.keys(body).length === 0)
      throw new UserError('usage', 'Nothing to change', {
        hint: 'budget tx edit --help lists what can change',
      })
    const changeOne = (transaction_id: string): Promise<Transaction> =>
      changeTransaction(context, transaction_id, body).catch(async (error: unknown) => {
        throw await explainRejection(context, { transaction_id, body, account: input.account }, error)
      })
    const { amount } = body
    const confirm = (transactions: readonly FoundTransaction[]) =>
      confirmReversedTransfers(context, transactions, amount)
    return changeTransactions(context, ids, {
      body,
      change: changeOne,
      ...(amount !== undefined && { confirm }),
    })
  },
  view: defineTransactionChangeView('Changed'),
})

/** Asks what to change, and for the new value. */
async function promptChange({ select, promptFor }: WorkspaceContext): Promise<Partial<EditInput>> {
  const { category } = categoryFlags
  const prompts: Readonly<Record<string, () => Promise<Partial<EditInput>>>> = {
    Date: async () => ({ date: await promptFor(editFlags.date) }),
    Amount: async () => ({ amount: await promptFor(editFlags.amount) }),
    Category: async () => ({ category: await promptFor(category) }),
    Payee: async () => ({ merchant: await promptFor(editFlags.merchant) }),
    Account: async () => ({ account: await promptFor(editFlags.account) }),
    Status: async () => ({ status: await promptFor(editFlags.status) }),
    Notes: async () => ({ notes: await promptFor(editFlags.notes) }),
  }
  const choices = Object.keys(prompts).map((name) => ({ value: name, label: name }))
  return (await prompts[(await select('What do you want to change?', choices)) ?? '']?.()) ?? {}
}

/** Asks before a new sign reverses the direction of a transfer. */
async function confirmReversedTransfers(
  context: WorkspaceContext,
  transactions: readonly FoundTransaction[],
  amount = '0',
): Promise<void> {
  const reversed = transactions
    .map(({ row }) => row)
    .filter((row) => row.type === 'transfer' && isNegative(row.amount) !== isNegative(amount))
  if (reversed.length === 0) return
  await context.requireConfirmation(
    reversed.length === 1 ? 'Reverse the transfer?' : `Reverse ${reversed.length} transfers?`,
    async () => {
      const accounts = new Map((await context.names.accounts()).map(({ id, name }) => [id, name]))
      const lines = reversed.map(({ account_name: accountName, transfer_account_id, amount: oldAmount }) => {
        const otherName = accounts.get(transfer_account_id ?? '') ?? 'the other account'
        const [from, to] = isNegative(oldAmount) ? [accountName, otherName] : [otherName, accountName]
        return `The money would go from ${to} to ${from}, not from ${from} to ${to}`
      })
      return lines.join('\n')
    },
  )
}

type EditInput = Parameters<typeof toCategoryFields>[0] & {
  date: string | undefined
  amount: string | undefined
  merchant: string | undefined
  noMerchant: boolean
  account: AccountSummary | undefined
  status: TransactionChanges['status']
  reviewStatus: TransactionChanges['review_status']
  notes: string | undefined
  clearNotes: boolean
}

async function buildChanges(
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
    ...purpose
  }: EditInput,
): Promise<TransactionChanges> {
  if (merchant !== undefined && noMerchant)
    throw new UserError('usage', 'Use either --merchant or --no-merchant, not both')
  if (notes !== undefined && clearNotes)
    throw new UserError('usage', 'Use either --notes or --clear-notes, not both')
  return {
    ...(date !== undefined && { date }),
    ...(amount !== undefined && { amount }),
    ...toCategoryFields(purpose),
    ...(merchant !== undefined && (await toMerchantFields(names, merchant))),
    ...(noMerchant && { merchant_id: null }),
    ...(account && { account_id: account.id }),
    ...(status !== undefined && { status }),
    ...(reviewStatus !== undefined && { review_status: reviewStatus }),
    ...(notes !== undefined && { notes }),
    ...(clearNotes && { notes: null }),
  }
}

interface RejectedChange {
  transaction_id: string
  body: TransactionChanges
  account: AccountSummary | undefined
}

/**
 * Replaces an API error by one that names the cause, if the account is closed or the transaction is split.
 */
async function explainRejection(
  { api, names }: WorkspaceContext,
  { transaction_id, body, account }: RejectedChange,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.name !== 'bad_request') return error
  if (account) await requireOpenAccount(names, account)
  const field = (['amount', 'category_id', 'ready_to_assign'] as const).find(
    (candidate) => body[candidate] !== undefined,
  )
  if (field === undefined || body.splits) return error
  const { splits } = (await api.getTransaction({ transaction_id })).transaction
  if (!splits) return error
  const hint = `Use budget tx unsplit ${transaction_id} --category CATEGORY, or budget tx split ${transaction_id} to split it again`
  return new UserError(
    'invalid',
    `${transaction_id} is split into ${splits.length} lines, which hold its amounts and categories`,
    { field, hint },
  )
}
