import { command, some, toggle, type World } from '../../command/define.ts'
import type { KnownAccount } from '../../command/name-cache.ts'
import { account, amount, date, id, merchantOrNew, oneOf, plain } from '../../command/options.ts'
import { type Names, openAccount } from '../../command/resolve-name.ts'
import { ApiError, Mistake } from '../../contract/errors.ts'
import {
  reviewStatuses,
  type Transaction,
  type TransactionChanges,
  transactionStatuses,
} from '../../contract/operations/transactions.ts'
import { isNegative } from '../../money/decimal.ts'
import { transactionChange } from '../../render/transactions.ts'
import { purposeFlags, purposeOf } from './shared/category-options.ts'
import { changeTransaction, changeTransactions } from './shared/change-transactions.ts'
import type { Found } from './shared/find-transactions.ts'
import { payee } from './shared/merchant-options.ts'

const flags = {
  date: date('Its new date'),
  amount: amount('Its new amount; money out is negative'),
  ...purposeFlags,
  merchant: merchantOrNew('Whom it was paid to or came from; a new name makes a new merchant'),
  noMerchant: toggle('Take its merchant away'),
  account: account('The account it belongs in'),
  status: oneOf('Has the bank booked it', 'STATUS', transactionStatuses),
  reviewStatus: oneOf('Does it need another look', 'STATUS', reviewStatuses),
  notes: plain('Its new note', 'TEXT'),
  clearNotes: toggle('Take its note away'),
}

export const edit = command({
  name: 'tx edit',
  summary: 'Change transactions',
  arguments: { ids: some(id('The transactions to change')) },
  flags,
  examples: [
    { when: 'It was for something else', type: 'budget tx edit txn_01 --category Household' },
    { when: 'The shop of several', type: 'budget tx edit txn_01 txn_02 --merchant Amazon' },
  ],
  changes: true,
  async run(world, { ids, ...given }) {
    let body = await changes(world.names, given)
    if (Object.keys(body).length === 0 && world.canAsk())
      body = await changes(world.names, { ...given, ...(await askChange(world)) })
    if (Object.keys(body).length === 0)
      throw new Mistake('usage', 'Nothing to change', { hint: 'budget tx edit --help lists what can change' })
    const change = (transaction_id: string): Promise<Transaction> =>
      changeTransaction(world, transaction_id, body).catch(async (refusal: unknown) => {
        throw await explained(world, { transaction_id, body, account: given.account }, refusal)
      })
    const { amount } = body
    const confirm = (found: readonly Found[]) => confirmDirection(world, found, amount)
    return changeTransactions(world, ids, { body, change, ...(amount !== undefined && { confirm }) })
  },
  show: transactionChange('Changed'),
})

/** Asks what is to change, and into what. */
async function askChange({ choose, askFor }: World): Promise<Partial<Given>> {
  const { category } = purposeFlags
  const asked: Readonly<Record<string, () => Promise<Partial<Given>>>> = {
    Date: async () => ({ date: await askFor(flags.date) }),
    Amount: async () => ({ amount: await askFor(flags.amount) }),
    Category: async () => ({ category: await askFor(category) }),
    Payee: async () => ({ merchant: await askFor(flags.merchant) }),
    Account: async () => ({ account: await askFor(flags.account) }),
    Status: async () => ({ status: await askFor(flags.status) }),
    Notes: async () => ({ notes: await askFor(flags.notes) }),
  }
  const choices = Object.keys(asked).map((name) => ({ value: name, label: name }))
  return (await asked[(await choose('What should change?', choices)) ?? '']?.()) ?? {}
}

/** Asks before the money of a transfer goes the other way. */
async function confirmDirection(world: World, found: readonly Found[], amount = '0'): Promise<void> {
  const turned = found
    .map(({ row }) => row)
    .filter((row) => row.type === 'transfer' && isNegative(row.amount) !== isNegative(amount))
  if (turned.length === 0) return
  await world.confirm(
    turned.length === 1 ? 'Turn the transfer around?' : `Turn ${turned.length} transfers around?`,
    async () => {
      const accounts = new Map((await world.names.accounts()).map(({ id, name }) => [id, name]))
      const lines = turned.map(({ account_name: own, transfer_account_id, amount: was }) => {
        const other = accounts.get(transfer_account_id ?? '') ?? 'the other account'
        const [from, to] = isNegative(was) ? [own, other] : [other, own]
        return `The money would go from ${to} to ${from}, not from ${from} to ${to}`
      })
      return lines.join('\n')
    },
  )
}

type Given = Parameters<typeof purposeOf>[0] & {
  date: string | undefined
  amount: string | undefined
  merchant: string | undefined
  noMerchant: boolean
  account: KnownAccount | undefined
  status: TransactionChanges['status']
  reviewStatus: TransactionChanges['review_status']
  notes: string | undefined
  clearNotes: boolean
}

async function changes(
  names: Names,
  { date, amount, merchant, noMerchant, account, status, reviewStatus, notes, clearNotes, ...purpose }: Given,
): Promise<TransactionChanges> {
  if (merchant !== undefined && noMerchant)
    throw new Mistake('usage', 'Take one of --merchant and --no-merchant, not both')
  if (notes !== undefined && clearNotes)
    throw new Mistake('usage', 'Take one of --notes and --clear-notes, not both')
  return {
    ...(date !== undefined && { date }),
    ...(amount !== undefined && { amount }),
    ...purposeOf(purpose),
    ...(merchant !== undefined && (await payee(names, merchant))),
    ...(noMerchant && { merchant_id: null }),
    ...(account && { account_id: account.id }),
    ...(status !== undefined && { status }),
    ...(reviewStatus !== undefined && { review_status: reviewStatus }),
    ...(notes !== undefined && { notes }),
    ...(clearNotes && { notes: null }),
  }
}

interface Refused {
  transaction_id: string
  body: TransactionChanges
  account: KnownAccount | undefined
}

/** A refusal for a reason that can be seen: the account is closed, or the transaction is divided. */
async function explained(
  { api, names }: World,
  { transaction_id, body, account }: Refused,
  refusal: unknown,
): Promise<unknown> {
  if (!(refusal instanceof ApiError) || refusal.name !== 'bad_request') return refusal
  if (account) await openAccount(names, account)
  const field = (['amount', 'category_id', 'ready_to_assign'] as const).find((one) => body[one] !== undefined)
  if (field === undefined || body.splits) return refusal
  const { splits } = (await api.getTransaction({ transaction_id })).transaction
  if (!splits) return refusal
  const hint = `budget tx unsplit ${transaction_id} --category CATEGORY undoes that, budget tx split ${transaction_id} divides it anew`
  return new Mistake(
    'value',
    `${transaction_id} is divided among ${splits.length} lines, which have its amounts and categories`,
    { field, hint },
  )
}
