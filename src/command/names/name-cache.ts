/**
 * Caches the names of a remote workspace between commands, so that resolving a name costs no request.
 * @see docs/cli.md#names-for-ids
 */

import type { BudgetApi, WriteOperation } from '../../contract/api.ts'
import { ApiError, UserError } from '../../contract/errors.ts'
import { type Account, isCreditAccountType } from '../../contract/operations/accounts.ts'
import type { Category, CategoryGroup } from '../../contract/operations/categories.ts'
import type { Merchant } from '../../contract/operations/merchants.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import type { WorkspaceCache } from '../../contract/ports/remote-caches.ts'

/** The fields of an account that are cached. Balances and notes change too often. */
export type AccountSummary = Pick<Account, 'id' | 'name' | 'type' | 'on_budget' | 'closed' | 'linked'>
/** The fields of a merchant that are cached. */
export type MerchantSummary = Pick<Merchant, 'id' | 'name'>

/** The cache key of the workspace's currency, which never changes. */
export const CURRENCY_KEY = 'currency'

interface CachedCollections {
  accounts: AccountSummary[]
  categories: CategoryGroup[]
  merchants: MerchantSummary[]
}

const toAccountSummary = ({ id, name, type, on_budget, closed, linked }: Account): AccountSummary => ({
  id,
  name,
  type,
  on_budget,
  closed,
  linked,
})
const toMerchantSummary = ({ id, name }: MerchantSummary): MerchantSummary => ({ id, name })

/** Returns a cached collection; undefined when it was never listed completely. */
export function readCached<Kind extends keyof CachedCollections>(
  cache: WorkspaceCache,
  kind: Kind,
): CachedCollections[Kind] | undefined {
  const text = cache.read(kind)
  return text === undefined ? undefined : (JSON.parse(text) as CachedCollections[Kind]) // only writeCached writes it
}

const writeCached = <Kind extends keyof CachedCollections>(
  cache: WorkspaceCache,
  kind: Kind,
  entities: CachedCollections[Kind],
): void => cache.write(kind, JSON.stringify(entities))

/** Changes a cached collection; does nothing when it is not cached. */
function updateCached<Kind extends keyof CachedCollections>(
  cache: WorkspaceCache,
  kind: Kind,
  change: (entities: CachedCollections[Kind]) => CachedCollections[Kind],
): void {
  const entities = readCached(cache, kind)
  if (entities) writeCached(cache, kind, change(entities))
}

// Names that a listing happened to contain serve shell completion until the complete collection is cached.
const seenNameKinds = { account: 'accounts', category: 'categories', merchant: 'merchants' } as const
/** A kind whose names are collected from listings. */
export type SeenNameKind = keyof typeof seenNameKinds

/** True if names of this kind are collected from listings. */
export const isSeenNameKind = (kind: string): kind is SeenNameKind => Object.hasOwn(seenNameKinds, kind)

/** Returns the names of a kind that listings contained. */
export function readSeenNames(cache: WorkspaceCache, kind: SeenNameKind): string[] {
  const text = cache.read(`shown_${kind}`)
  return text === undefined ? [] : (JSON.parse(text) as string[]) // only addSeenNames writes it
}

const MAX_SEEN_NAMES = 1000

/** Adds names for shell completion, unless the complete collection is cached. */
function addSeenNames(cache: WorkspaceCache, kind: SeenNameKind, names: Iterable<string>): void {
  if (cache.read(seenNameKinds[kind]) !== undefined) return
  const known = readSeenNames(cache, kind)
  const all = new Set(known)
  for (const name of names) if (all.size < MAX_SEEN_NAMES) all.add(name)
  if (all.size > known.length) cache.write(`shown_${kind}`, JSON.stringify([...all]))
}

function* withoutNulls(names: Iterable<string | null>): Generator<string> {
  for (const name of names) if (name !== null) yield name
}

const upsertById = <Entity extends { id: string }>(entities: readonly Entity[], entity: Entity): Entity[] =>
  entities.some(({ id }) => id === entity.id)
    ? entities.map((other) => (other.id === entity.id ? entity : other))
    : [entity, ...entities]
const removeById = <Entity extends { id: string }>(entities: readonly Entity[], id: string): Entity[] =>
  entities.filter((entity) => entity.id !== id)

/** Puts a category into its group and removes it from the others: an update may have moved it. */
const upsertCategory = (groups: readonly CategoryGroup[], category: Category): CategoryGroup[] =>
  groups.map((group) => ({
    ...group,
    categories:
      group.id === category.group_id
        ? upsertById(group.categories, category)
        : removeById(group.categories, category.id),
  }))

function updateAccount(cache: WorkspaceCache, account: Account): void {
  updateCached(cache, 'accounts', (accounts) => upsertById(accounts, toAccountSummary(account)))
  // A new credit card has a payment category, which is not in the reply. docs/spec.md#c1
  if (isCreditAccountType(account.type)) cache.forget('categories')
}

function removeAccount(cache: WorkspaceCache, id: string): void {
  const removed = readCached(cache, 'accounts')?.find((account) => account.id === id)
  if (!removed || isCreditAccountType(removed.type)) cache.forget('categories')
  updateCached(cache, 'accounts', (accounts) => removeById(accounts, id))
}

const updateCategory = (cache: WorkspaceCache, category: Category): void =>
  updateCached(cache, 'categories', (groups) => upsertCategory(groups, category))

const updateMerchant = (cache: WorkspaceCache, merchant: MerchantSummary): void =>
  updateCached(cache, 'merchants', (merchants) => upsertById(merchants, toMerchantSummary(merchant)))

/** Adds the merchants that the service created for transactions. */
function addNewMerchants(
  cache: WorkspaceCache,
  transactions: readonly (Pick<Transaction, 'merchant_id' | 'merchant_name'> | undefined)[],
): void {
  const merchants = readCached(cache, 'merchants')
  if (!merchants) return
  const ids = new Set(merchants.map(({ id }) => id))
  for (const transaction of transactions) {
    if (!transaction?.merchant_id || transaction.merchant_name === null) continue
    if (ids.has(transaction.merchant_id)) continue
    ids.add(transaction.merchant_id)
    merchants.push({ id: transaction.merchant_id, name: transaction.merchant_name })
    writeCached(cache, 'merchants', merchants)
  }
}

type Call<Request, Reply> = (request: Request, signal?: AbortSignal) => Promise<Reply>

/** Returns a call that updates the cache from its reply. */
const afterCall =
  <Request, Reply>(call: Call<Request, Reply>, update: (reply: Reply, request: Request) => void) =>
  async (request: Request, signal?: AbortSignal): Promise<Reply> => {
    const reply = await call(request, signal)
    update(reply, request)
    return reply
  }

/** Returns the same API, which keeps the cache up to date with every name that it reads or writes. */
export const withNameCache = (api: BudgetApi, cache: WorkspaceCache): BudgetApi => ({
  ...api,
  ...cacheReads(api, cache),
  ...cacheWrites(api, cache),
})

/** Under this key the cache has whether a service has schedules. */
const SCHEDULES_KEY = 'schedules'

/** True if an earlier command saw schedules in a remote workspace. */
export const knowsSchedules = (cache: WorkspaceCache | undefined): boolean =>
  cache?.read(SCHEDULES_KEY) === 'some'

/**
 * Returns a call that finds out once whether a service has schedules, which the API does not describe.
 * @throws UserError not_found when it has none
 */
const checkSupport =
  <Request, Reply>(call: Call<Request, Reply>, cache: WorkspaceCache): Call<Request, Reply> =>
  async (request, signal) => {
    if (cache.read(SCHEDULES_KEY) === 'unsupported') throw noSchedulesError()
    try {
      return await call(request, signal)
    } catch (error) {
      if (!(error instanceof ApiError && error.name === 'not_found')) throw error
      // The address of a workspace that is gone says nothing about the service.
      if (/workspace/i.test(error.detail)) throw error
      cache.write(SCHEDULES_KEY, 'unsupported')
      throw noSchedulesError()
    }
  }

const noSchedulesError = (): UserError =>
  new UserError('not_found', 'This service has no schedules', {
    hint: 'Local workspaces and budget serve have them',
  })

const cacheReads = (api: BudgetApi, cache: WorkspaceCache): Partial<BudgetApi> => ({
  getMonth: afterCall(api.getMonth, ({ currency, month }) => {
    if (cache.read(CURRENCY_KEY) !== currency) cache.write(CURRENCY_KEY, currency)
    const categories = month.category_groups.flatMap((group) => group.categories)
    const current = categories.filter(({ archived }) => !archived)
    addSeenNames(
      cache,
      'category',
      current.map(({ name }) => name),
    )
  }),
  listAccounts: afterCall(api.listAccounts, ({ accounts }, { query }) => {
    if (query?.include_closed) return writeCached(cache, 'accounts', accounts.map(toAccountSummary))
    return addSeenNames(
      cache,
      'account',
      accounts.map(({ name }) => name),
    )
  }),
  listTransactions: afterCall(api.listTransactions, ({ transactions }) => {
    addSeenNames(cache, 'account', new Set(transactions.map((row) => row.account_name)))
    addSeenNames(cache, 'merchant', new Set(withoutNulls(transactions.map((row) => row.merchant_name))))
    addSeenNames(cache, 'category', new Set(withoutNulls(transactions.map((row) => row.category_name))))
  }),
  listCategories: afterCall(api.listCategories, (reply) =>
    writeCached(cache, 'categories', reply.category_groups),
  ),
  listSchedules: afterCall(checkSupport(api.listSchedules, cache), ({ schedules }) =>
    cache.write(SCHEDULES_KEY, schedules.length > 0 ? 'some' : 'none'),
  ),
  listMerchants: afterCall(api.listMerchants, (reply) =>
    writeCached(cache, 'merchants', reply.merchants.map(toMerchantSummary)),
  ),
})

/** Returns every write of the API: the type asks of a new one what it does to the cached names. */
function cacheWrites(api: BudgetApi, cache: WorkspaceCache): Pick<BudgetApi, WriteOperation> {
  const forgetCategories = () => cache.forget('categories')
  return {
    createAccount: afterCall(api.createAccount, (reply) => updateAccount(cache, reply.account)),
    updateAccount: afterCall(api.updateAccount, (reply) => updateAccount(cache, reply.account)),
    deleteAccount: afterCall(api.deleteAccount, ({ id }) => removeAccount(cache, id)),
    createCategory: afterCall(api.createCategory, (reply) => updateCategory(cache, reply.category)),
    updateCategory: afterCall(api.updateCategory, (reply) => updateCategory(cache, reply.category)),
    deleteCategory: afterCall(api.deleteCategory, forgetCategories),
    createCategoryGroup: afterCall(api.createCategoryGroup, forgetCategories),
    updateCategoryGroup: afterCall(api.updateCategoryGroup, forgetCategories),
    createMerchant: afterCall(api.createMerchant, (reply) => updateMerchant(cache, reply.merchant)),
    updateMerchant: afterCall(api.updateMerchant, (reply) => updateMerchant(cache, reply.merchant)),
    deleteMerchant: afterCall(api.deleteMerchant, ({ id }) =>
      updateCached(cache, 'merchants', (merchants) => removeById(merchants, id)),
    ),
    createTransactions: afterCall(api.createTransactions, (reply) =>
      addNewMerchants(cache, [reply.transaction, ...(reply.transactions ?? [])]),
    ),
    updateTransaction: afterCall(api.updateTransaction, (reply) =>
      addNewMerchants(cache, [reply.transaction]),
    ),
    createSchedule: afterCall(checkSupport(api.createSchedule, cache), ({ schedule }) => {
      cache.write(SCHEDULES_KEY, 'some')
      addNewMerchants(cache, [schedule])
    }),
    updateSchedule: afterCall(api.updateSchedule, (reply) => addNewMerchants(cache, [reply.schedule])),
    // These change no names.
    deleteSchedule: api.deleteSchedule,
    updateScheduleDate: api.updateScheduleDate,
    postScheduleDate: api.postScheduleDate,
    deleteTransaction: api.deleteTransaction,
    restoreTransaction: api.restoreTransaction,
    assignCategory: api.assignCategory,
  }
}
