/**
 * Predicts errors of a remote service in a dry run, from the API contract and cached names, without a
 * request.
 */

import { CURRENCY_KEY, readCached } from '../../command/names/name-cache.ts'
import { type OperationName, operations } from '../../contract/api.ts'
import { assertChangeAllowed, assertSplitsAddUp } from '../../contract/assert-change-allowed.ts'
import {
  closedAccountError,
  nameTakenError,
  notPositiveError,
  sameAccountError,
  systemCategoryError,
} from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { Operation, RawRequest } from '../../contract/operation.ts'
import {
  type TransactionChanges,
  transactionDraft,
  transferDraft,
} from '../../contract/operations/transactions.ts'
import type { WorkspaceCache } from '../../contract/ports/remote-caches.ts'
import { assertValid, createOfflineValidation } from '../../contract/validate.ts'
import { getCurrencyDecimals, MAX_CURRENCY_DECIMALS } from '../../money/currency.ts'
import { compare } from '../../money/decimal.ts'
import type { AssertWritable } from './recording-api.ts'

/** Returns a check that throws the error the service would return, as far as it can be known. */
export const predictErrors =
  (cache: WorkspaceCache | undefined): AssertWritable =>
  async ({ name, request, before }) => {
    if (name === 'createTransactions') assertValidCreation(request.body, cache)
    else assertValidBody(name, request, cache)
    // The body was validated above.
    if (name === 'updateTransaction') assertChangeAllowed(request.body as TransactionChanges, before)
    if (cache) assertNamesAvailable(name, request, cache)
  }

const buildValidationContext = (cache: WorkspaceCache | undefined) => {
  const currency = cache?.read(CURRENCY_KEY)
  // Without a cached currency only the service can tell that an amount has too many decimals.
  const decimals = currency === undefined ? MAX_CURRENCY_DECIMALS : getCurrencyDecimals(currency)
  // The ids come from names that were resolved.
  return createOfflineValidation(decimals)
}

function assertValidBody(name: OperationName, { body }: RawRequest, cache: WorkspaceCache | undefined): void {
  const operation: Operation = operations[name]
  if (!operation.body || operation.bodyValidatedByHandler) return
  assertValid(operation.body, body, buildValidationContext(cache))
}

/** The body of POST /transactions before it is validated. */
interface CreateTransactionsBody {
  transaction?: { type?: unknown }
  transactions?: unknown[]
}

function assertValidCreation(body: unknown, cache: WorkspaceCache | undefined): void {
  const { transaction, transactions = [] } = Object(body) as CreateTransactionsBody
  if (transaction?.type === 'transfer') assertValidTransfer(transaction, cache)
  else if (transaction) assertValidTransactionDraft(transaction, ['transaction'], cache)
  for (const [at, draft] of transactions.entries())
    assertValidTransactionDraft(draft, ['transactions', at], cache)
}

function assertValidTransactionDraft(
  draft: unknown,
  path: (string | number)[],
  cache: WorkspaceCache | undefined,
): void {
  assertValid(transactionDraft, draft, buildValidationContext(cache), path)
  const at = path.length === 1 ? `${path[0]}.` : `${path[0]}[${path[1]}].`
  assertAccountOpen(draft.account_id, `${at}account_id`, cache)
  assertSplitsAddUp(draft, at)
}

function assertValidTransfer(draft: unknown, cache: WorkspaceCache | undefined): void {
  assertValid(transferDraft, draft, buildValidationContext(cache), ['transaction'])
  const { from_account_id, to_account_id, amount } = draft
  assertAccountOpen(from_account_id, 'transaction.from_account_id', cache)
  assertAccountOpen(to_account_id, 'transaction.to_account_id', cache)
  if (from_account_id === to_account_id) throw sameAccountError()
  if (compare(amount, '0') <= 0) throw notPositiveError('transaction.')
}

function assertAccountOpen(id: string, path: string, cache: WorkspaceCache | undefined): void {
  const account = cache && readCached(cache, 'accounts')?.find((entity) => entity.id === id)
  if (account?.closed) throw closedAccountError(path)
}

/** The name a request sets, and the entity it sets it for. */
interface NameUsage {
  name: string | undefined
  group_id: string | undefined
  /** The id of the entity that is renamed or moved; undefined when one is created. */
  selfId: string | undefined
}

function assertNamesAvailable(operation: OperationName, request: RawRequest, cache: WorkspaceCache): void {
  const { name, group_id } = Object(request.body) as Partial<Record<'name' | 'group_id', string>> // The body matches its schema.
  const ids = request as Record<string, string | undefined> // Path parameters are strings.
  if (/^(create|update)Merchant$/.test(operation))
    assertNameAvailable('merchant', readCached(cache, 'merchants'), { name, selfId: ids['merchant_id'] })
  if (/^(create|update)CategoryGroup$/.test(operation))
    assertNameAvailable('category group', readCached(cache, 'categories'), { name, selfId: ids['group_id'] })
  if (/^(create|update|delete)Category$/.test(operation))
    assertCategoryNameAvailable(cache, { name, group_id, selfId: ids['category_id'] })
}

function assertCategoryNameAvailable(
  cache: WorkspaceCache,
  { name, group_id, selfId: self }: NameUsage,
): void {
  const groups = readCached(cache, 'categories') ?? []
  const before = groups.flatMap(({ categories }) => categories).find(({ id }) => id === self)
  if (before?.system) throw systemCategoryError()
  const group = groups.find(({ id }) => id === (group_id ?? before?.group_id))
  assertNameAvailable('category', group?.categories, { name: name ?? before?.name, selfId: self })
}

function assertNameAvailable(
  kind: string,
  entities: readonly { id: string; name: string }[] = [],
  { name, selfId: self }: Omit<NameUsage, 'group_id'>,
): void {
  const isTaken =
    name !== undefined &&
    entities.some((entity) => entity.id !== self && toNameKey(entity.name) === toNameKey(name))
  if (isTaken) throw nameTakenError(kind)
}
