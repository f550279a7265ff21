/** `budget tx edit`: changes transactions. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { prefixWithItem } from '../../command/for-each.ts'
import type { AccountSummary } from '../../command/names/name-cache.ts'
import { requireOpenAccount } from '../../command/names/resolve-name.ts'
import { booleanFlag, zeroOrMore } from '../../command/option-spec.ts'
import { transactionOption } from '../../command/options.ts'
import { ApiError, UserError } from '../../contract/errors.ts'
import type { Transaction, TransactionChanges } from '../../contract/operations/transactions.ts'
import { formatFields } from '../../history/change-fields.ts'
import { isNegative } from '../../money/decimal.ts'
import { changeTransaction, changeTransactions } from '../../transactions/change-transactions.ts'
import {
  buildChanges,
  changeFlags,
  type EditInput,
  filterOrChangeFlags,
  followsDirection,
  separateFilters,
} from '../../transactions/edit-flags.ts'
import type { FoundTransaction } from '../../transactions/find-listed.ts'
import { type SelectedTransactions, selectTransactions } from '../../transactions/select-transactions.ts'
import { withNextStep } from '../../transactions/transaction-columns.ts'
import { defineTransactionChangeView } from '../../transactions/transactions-view.ts'

export const edit = defineCommand({
  name: 'tx edit',
  summary: 'Change transactions',
  arguments: { ids: zeroOrMore(transactionOption('The transactions to change')) },
  flags: {
    ...filterOrChangeFlags,
    ...changeFlags,
    editor: booleanFlag('Change the transactions in your EDITOR, one line for each'),
  },
  examples: [
    { when: 'Change the category', commandLine: 'budget tx edit 3C --category Household' },
    { when: 'Change the merchant of several', commandLine: 'budget tx edit 3C 3D --merchant Amazon' },
    {
      when: 'Categorize everything from a shop',
      commandLine: 'budget tx edit --merchant spotify --uncategorized --set-category Household',
    },
    { when: 'Change several in your editor', commandLine: 'budget tx edit --since 11-01 --editor' },
  ],
  mutates: true,
  async run(context, { ids, editor, ...flags }) {
    const { filters, ...input } = await separateFilters(context.workspace.names, ids.length > 0, flags)
    const { body, follows } = await buildBodies(context, input)
    if (editor && !isEmpty(body)) throw new UserError('usage', 'Use either --editor or new values, not both')
    if (isEmpty(body) && !editor && !context.user.isInteractive()) throw nothingToChangeError()
    // Only filters are asked about.
    const effect = ids.length > 0 ? '' : await describeChanges(context, body, follows)
    const purpose = { verb: 'Change', effect, ...(editor && { asksItself: true as const }) }
    const selected = await selectTransactions(context, { ids, filters }, purpose)
    if (selected.ids.length === 0) return []
    if (editor) return changeInEditor(context, selected)
    const complete = isEmpty(body) ? { ...input, ...(await promptChange(context)) } : input
    const bodies = await buildBodies(context, complete)
    if (isEmpty(bodies.body)) throw nothingToChangeError()
    const change = (transaction_id: string, changes: TransactionChanges): Promise<Transaction> =>
      changeTransaction(context, transaction_id, changes).catch(async (error: unknown) => {
        const rejected = { transaction_id, body: changes, account: complete.account }
        throw await explainRejection(context, rejected, error)
      })
    const confirm = (transactions: readonly FoundTransaction[]) =>
      confirmReversedTransfers(context, transactions, bodies.buildBody)
    const changed = await changeTransactions(context, selected, {
      body: bodies.follows ? bodies.buildBody : bodies.body,
      change,
      ...(complete.amount && { confirm }),
    })
    return changed.map((row) => explainDirection(row, complete))
  },
  view: defineTransactionChangeView('Changed'),
})

/** Changes transactions in an editor, after questions about reconciled ones and reversed transfers. */
async function changeInEditor(
  context: WorkspaceContext,
  selected: SelectedTransactions,
): Promise<Transaction[]> {
  const { editInEditor } = await import('../../transactions/edit-in-editor.ts')
  return editInEditor(context, selected, (edited, { buildBody, label }) =>
    changeTransactions(context, edited, {
      body: buildBody,
      label,
      // A single item is not named by what changes it.
      change: (id, changes) =>
        changeTransaction(context, id, changes).catch((error: unknown) => {
          throw prefixWithItem(label(id), error)
        }),
      confirm: (transactions) => confirmReversedTransfers(context, transactions, buildBody),
    }),
  )
}

/** Returns the changes of an inflow and of an outflow, which differ if new amounts take their direction. */
async function buildBodies({ workspace: { names } }: WorkspaceContext, input: EditInput) {
  const body = await buildChanges(names, input, '0')
  const outflowBody = await buildChanges(names, input, '-1')
  const buildBody = ({ amount }: Transaction) => (isNegative(amount) ? outflowBody : body)
  return { body, buildBody, follows: followsDirection(input) }
}

/** Adds how to change the direction, where an amount without a sign kept it. */
const explainDirection = (row: Transaction, { amount }: EditInput): Transaction =>
  amount && !amount.hasSign && isNegative(row.amount)
    ? withNextStep(row, `Still money out; to make it money in: --amount +${amount.amount}`)
    : row

/** Lists the new values with their names, e.g. `Category: Household`. */
async function describeChanges(
  { workspace: { names } }: WorkspaceContext,
  body: TransactionChanges,
  followsEach: boolean,
): Promise<string> {
  const { ready_to_assign, ...others } = body
  const entities = [
    ...(body.category_id ? await names.categories() : []),
    ...(body.account_id ? await names.accounts() : []),
    ...(body.merchant_id ? await names.merchants() : []),
  ]
  const fields = { ...others, ...(ready_to_assign && { category_name: 'Ready to Assign' }) }
  const texts = formatFields(fields, new Map(entities.map(({ id, name }) => [id, name])))
  return [...texts, ...(followsEach ? ['each keeps its direction'] : [])].join(', ')
}

const isEmpty = (body: TransactionChanges): boolean => Object.keys(body).length === 0

const nothingToChangeError = (): UserError =>
  new UserError('usage', 'Nothing to change', {
    hint: 'Without ids, --category, --merchant, --account and --status are filters: use --set-category and so on',
  })

/** Asks what to change, and for the new value. */
async function promptChange({ user: { select, promptFor } }: WorkspaceContext): Promise<Partial<EditInput>> {
  const prompts: Readonly<Record<string, () => Promise<Partial<EditInput>>>> = {
    Date: async () => ({ date: await promptFor(changeFlags.date) }),
    Amount: async () => ({ amount: await promptFor(changeFlags.amount) }),
    Category: async () => ({ category: await promptFor(changeFlags.setCategory) }),
    Merchant: async () => ({ merchant: await promptFor(changeFlags.setMerchant) }),
    Account: async () => ({ account: await promptFor(changeFlags.setAccount) }),
    Status: async () => ({ status: await promptFor(changeFlags.setStatus) }),
    Notes: async () => ({ notes: await promptFor(changeFlags.notes) }),
  }
  const choices = Object.keys(prompts).map((name) => ({ value: name, label: name }))
  return (await prompts[(await select('What do you want to change?', choices)) ?? '']?.()) ?? {}
}

/** Asks before a new sign reverses the direction of a transfer. */
async function confirmReversedTransfers(
  context: WorkspaceContext,
  transactions: readonly FoundTransaction[],
  buildBody: (row: Transaction) => TransactionChanges,
): Promise<void> {
  const reversed = transactions
    .map(({ row }) => row)
    .filter((row) => {
      const { amount } = buildBody(row)
      return (
        row.type === 'transfer' && typeof amount === 'string' && isNegative(row.amount) !== isNegative(amount)
      )
    })
  if (reversed.length === 0) return
  await context.user.requireConfirmation(
    reversed.length === 1 ? 'Reverse the transfer?' : `Reverse ${reversed.length} transfers?`,
    async () => {
      const accounts = new Map((await context.workspace.names.accounts()).map(({ id, name }) => [id, name]))
      const lines = reversed.map(({ account_name: accountName, transfer_account_id, amount: oldAmount }) => {
        const otherName = accounts.get(transfer_account_id ?? '') ?? 'the other account'
        const [from, to] = isNegative(oldAmount) ? [accountName, otherName] : [otherName, accountName]
        return `The money would go from ${to} to ${from}, not from ${from} to ${to}`
      })
      return lines.join('\n')
    },
  )
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
  { workspace: { api, names } }: WorkspaceContext,
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
