/** What a service elsewhere would refuse, as far as what is kept of it tells: a dry run costs no request for it. */

import { type OperationName, operations } from '../../contract/api.ts'
import {
  closedAccount,
  halfSplit,
  nameTaken,
  notOnTransfer,
  notPositive,
  sameAccount,
  splitsDiffer,
  systemCategory,
} from '../../contract/api-errors.ts'
import { nameKey } from '../../contract/normalize-name.ts'
import type { Operation, RawRequest } from '../../contract/operation.ts'
import {
  type Transaction,
  type TransactionChanges,
  type TransactionDraft,
  transactionDraft,
  transferDraft,
} from '../../contract/operations/transactions.ts'
import type { Kept } from '../../contract/ports/rate-limit.ts'
import { check } from '../../contract/validate.ts'
import { decimalsOf } from '../../money/currency.ts'
import { compare, sum } from '../../money/decimal.ts'
import { CURRENCY, recalled } from '../name-cache.ts'
import type { Attempt } from './recording-api.ts'

/** Holds each write against its description and against the names an earlier command kept. */
export const foreseeing =
  (kept: Kept | undefined): Attempt =>
  async ({ name, request, before }) => {
    if (name === 'createTransactions') foreseeCreation(request.body, kept)
    else foreseeBody(name, request, kept)
    // What the body is was just checked, and what is changed came from the service.
    if (name === 'updateTransaction') foreseeChange(request.body as TransactionChanges, before)
    if (kept) foreseeNames(name, request, kept)
    return undefined
  }

/** The most decimals any currency has: what is not known is left to the service. */
const MOST_DECIMALS = 4

const knownTo = (kept: Kept | undefined) => {
  const currency = kept?.read(CURRENCY)
  return {
    decimals: currency === undefined ? MOST_DECIMALS : decimalsOf(currency),
    objection: () => undefined, // ids come from names that were found
  }
}

function foreseeBody(name: OperationName, { body }: RawRequest, kept: Kept | undefined): void {
  const operation: Operation = operations[name]
  if (!operation.body || operation.bodyCheckedByRule) return
  check(operation.body, body, knownTo(kept))
}

/** Throws what would be refused about a transaction as it is. */
export function foreseeChange(
  body: TransactionChanges,
  { splits, type, amount }: Partial<Transaction> = {},
): void {
  foreseeSplits(body, '')
  if (splits && !body.splits && body.splits !== null) {
    if (body.amount !== undefined && amount !== undefined && compare(body.amount, amount) !== 0)
      throw halfSplit('amount')
    if (typeof body.category_id === 'string') throw halfSplit('category_id')
    if (body.ready_to_assign) throw halfSplit('ready_to_assign')
  }
  const foreign = (['splits', 'merchant_id', 'merchant_name'] as const).find(
    (field) => (body[field] ?? null) !== null,
  )
  if (type === 'transfer' && foreign) throw notOnTransfer(foreign)
}

/** The bodies of POST /transactions, read field by field below. */
interface Creation {
  transaction?: { type?: unknown }
  transactions?: unknown[]
}

function foreseeCreation(body: unknown, kept: Kept | undefined): void {
  const { transaction, transactions = [] } = Object(body) as Creation
  if (transaction?.type === 'transfer') foreseeTransfer(transaction, kept)
  else if (transaction) foreseeRegular(transaction, ['transaction'], kept)
  for (const [at, draft] of transactions.entries()) foreseeRegular(draft, ['transactions', at], kept)
}

function foreseeRegular(draft: unknown, path: (string | number)[], kept: Kept | undefined): void {
  check(transactionDraft, draft, knownTo(kept), path)
  const at = path.length === 1 ? `${path[0]}.` : `${path[0]}[${path[1]}].`
  foreseeClosed(draft.account_id, `${at}account_id`, kept)
  foreseeSplits(draft, at)
}

function foreseeTransfer(draft: unknown, kept: Kept | undefined): void {
  check(transferDraft, draft, knownTo(kept), ['transaction'])
  const { from_account_id, to_account_id, amount } = draft
  foreseeClosed(from_account_id, 'transaction.from_account_id', kept)
  foreseeClosed(to_account_id, 'transaction.to_account_id', kept)
  if (from_account_id === to_account_id) throw sameAccount()
  if (compare(amount, '0') <= 0) throw notPositive('transaction.')
}

function foreseeClosed(id: string, path: string, kept: Kept | undefined): void {
  const account = kept && recalled(kept, 'accounts')?.find((one) => one.id === id)
  if (account?.closed) throw closedAccount(path)
}

function foreseeSplits(
  { splits, amount }: Pick<TransactionChanges, 'splits'> & Pick<TransactionDraft, 'amount'>,
  at: string,
): void {
  if (!splits || typeof amount !== 'string') return
  if (compare(sum(splits.map((line) => line.amount)), amount) !== 0) throw splitsDiffer(at)
}

/** What a request says of a name, and of the thing it is about. */
interface Said {
  name: string | undefined
  group_id: string | undefined
  /** The thing that is renamed or moved; undefined when one is made. */
  self: string | undefined
}

function foreseeNames(operation: OperationName, request: RawRequest, kept: Kept): void {
  const { name, group_id } = Object(request.body) as Partial<Record<'name' | 'group_id', string>> // as its description says
  const ids = request as Record<string, string | undefined> // path names are strings
  if (/^(create|update)Merchant$/.test(operation))
    foreseeTaken('merchant', recalled(kept, 'merchants'), { name, self: ids['merchant_id'] })
  if (/^(create|update)CategoryGroup$/.test(operation))
    foreseeTaken('category group', recalled(kept, 'categories'), { name, self: ids['group_id'] })
  if (/^(create|update|delete)Category$/.test(operation))
    foreseeCategory(kept, { name, group_id, self: ids['category_id'] })
}

function foreseeCategory(kept: Kept, { name, group_id, self }: Said): void {
  const groups = recalled(kept, 'categories') ?? []
  const before = groups.flatMap(({ categories }) => categories).find(({ id }) => id === self)
  if (before?.system) throw systemCategory()
  const group = groups.find(({ id }) => id === (group_id ?? before?.group_id))
  foreseeTaken('category', group?.categories, { name: name ?? before?.name, self })
}

function foreseeTaken(
  what: string,
  things: readonly { id: string; name: string }[] = [],
  { name, self }: Omit<Said, 'group_id'>,
): void {
  const isTaken =
    name !== undefined && things.some((one) => one.id !== self && nameKey(one.name) === nameKey(name))
  if (isTaken) throw nameTaken(what)
}
