/**
 * What commands on a service elsewhere keep of its names, so that a name costs no request.
 * @see docs/cli.md#names-for-ids
 */

import type { BudgetApi } from '../contract/api.ts'
import { type Account, isCreditAccountType } from '../contract/operations/accounts.ts'
import type { Category, CategoryGroup } from '../contract/operations/categories.ts'
import type { Merchant } from '../contract/operations/merchants.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import type { WorkspaceCache } from '../contract/ports/rate-limit.ts'

/** Figures and notes change with every transaction, so they are not kept; ask the service for them. */
export type AccountSummary = Pick<Account, 'id' | 'name' | 'type' | 'on_budget' | 'closed' | 'linked'>
export type MerchantSummary = Pick<Merchant, 'id' | 'name'>

/** The kind under which the workspace's currency is kept. It never changes. */
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

/** What is kept of a kind; undefined when nothing is. */
export function readCached<Kind extends keyof CachedCollections>(
  kept: WorkspaceCache,
  kind: Kind,
): CachedCollections[Kind] | undefined {
  const text = kept.read(kind)
  return text === undefined ? undefined : (JSON.parse(text) as CachedCollections[Kind]) // only `keep` below writes it
}

const writeCached = <Kind extends keyof CachedCollections>(
  kept: WorkspaceCache,
  kind: Kind,
  things: CachedCollections[Kind],
): void => kept.write(kind, JSON.stringify(things))

/** The names a listing happened to show, for completion until a whole list of the kind is kept. */
const seenNameKinds = { account: 'accounts', category: 'categories', merchant: 'merchants' } as const
export type SeenNameKind = keyof typeof seenNameKinds

export const isSeenNameKind = (kind: string): kind is SeenNameKind => Object.hasOwn(seenNameKinds, kind)

/** The names of a kind that listings have shown; none once a whole list is kept, which says more. */
export function readSeenNames(kept: WorkspaceCache, kind: SeenNameKind): string[] {
  const text = kept.read(`shown_${kind}`)
  return text === undefined ? [] : (JSON.parse(text) as string[]) // only `keepShown` below writes it
}

/** So many names are offered; who has more of them types on. */
const MAX_SEEN_NAMES = 1000

function addSeenNames(kept: WorkspaceCache, kind: SeenNameKind, names: Iterable<string>): void {
  if (kept.read(seenNameKinds[kind]) !== undefined) return
  const before = readSeenNames(kept, kind)
  const all = new Set(before)
  for (const name of names) if (all.size < MAX_SEEN_NAMES) all.add(name)
  if (all.size > before.length) kept.write(`shown_${kind}`, JSON.stringify([...all]))
}

function* withoutNulls(names: Iterable<string | null>): Generator<string> {
  for (const name of names) if (name !== null) yield name
}

/** Changes what is kept of a kind, where something is. */
function updateCached<Kind extends keyof CachedCollections>(
  kept: WorkspaceCache,
  kind: Kind,
  change: (things: CachedCollections[Kind]) => CachedCollections[Kind],
): void {
  const things = readCached(kept, kind)
  if (things) writeCached(kept, kind, change(things))
}

const upsertById = <Thing extends { id: string }>(things: readonly Thing[], thing: Thing): Thing[] =>
  things.some(({ id }) => id === thing.id)
    ? things.map((one) => (one.id === thing.id ? thing : one))
    : [thing, ...things]
const removeById = <Thing extends { id: string }>(things: readonly Thing[], id: string): Thing[] =>
  things.filter((one) => one.id !== id)

/** A category leaves the group it was in and stands in its own. */
const upsertCategory = (groups: readonly CategoryGroup[], category: Category): CategoryGroup[] =>
  groups.map((group) => ({
    ...group,
    categories:
      group.id === category.group_id
        ? upsertById(group.categories, category)
        : removeById(group.categories, category.id),
  }))

/** The same service; what it says about names is kept, and stays in step with what is changed through it. */
export function withNameCache(api: BudgetApi, kept: WorkspaceCache): BudgetApi {
  const account = (one: Account): void => {
    updateCached(kept, 'accounts', (all) => upsertById(all, toAccountSummary(one)))
    if (isCreditAccountType(one.type)) kept.forget('categories') // a card brings a category. docs/spec.md#c1
  }
  const category = (one: Category): void =>
    updateCached(kept, 'categories', (all) => upsertCategory(all, one))
  const merchant = (one: MerchantSummary): void =>
    updateCached(kept, 'merchants', (all) => upsertById(all, toMerchantSummary(one)))
  const payees = (rows: readonly (Transaction | undefined)[]): void => {
    const all = readCached(kept, 'merchants')
    if (!all) return
    const ids = new Set(all.map(({ id }) => id))
    for (const row of rows) {
      if (!row?.merchant_id || row.merchant_name === null || ids.has(row.merchant_id)) continue
      ids.add(row.merchant_id)
      all.push({ id: row.merchant_id, name: row.merchant_name })
      writeCached(kept, 'merchants', all)
    }
  }
  const then =
    <Request, Reply>(
      call: (request: Request, signal?: AbortSignal) => Promise<Reply>,
      note: (reply: Reply, request: Request) => void,
    ) =>
    async (request: Request, signal?: AbortSignal): Promise<Reply> => {
      const reply = await call(request, signal)
      note(reply, request)
      return reply
    }
  return {
    ...api,
    getMonth: then(api.getMonth, ({ currency, month }) => {
      if (kept.read(CURRENCY_KEY) !== currency) kept.write(CURRENCY_KEY, currency)
      const categories = month.category_groups.flatMap((group) => group.categories)
      addSeenNames(
        kept,
        'category',
        categories.filter(({ archived }) => !archived).map(({ name }) => name),
      )
    }),
    listAccounts: then(api.listAccounts, ({ accounts }, { query }) => {
      if (query?.include_closed) return writeCached(kept, 'accounts', accounts.map(toAccountSummary))
      return addSeenNames(
        kept,
        'account',
        accounts.map(({ name }) => name),
      )
    }),
    listTransactions: then(api.listTransactions, ({ transactions }) => {
      addSeenNames(kept, 'account', new Set(transactions.map((row) => row.account_name)))
      addSeenNames(kept, 'merchant', new Set(withoutNulls(transactions.map((row) => row.merchant_name))))
      addSeenNames(kept, 'category', new Set(withoutNulls(transactions.map((row) => row.category_name))))
    }),
    listCategories: then(api.listCategories, (reply) =>
      writeCached(kept, 'categories', reply.category_groups),
    ),
    listMerchants: then(api.listMerchants, (reply) =>
      writeCached(kept, 'merchants', reply.merchants.map(toMerchantSummary)),
    ),
    createAccount: then(api.createAccount, (reply) => account(reply.account)),
    updateAccount: then(api.updateAccount, (reply) => account(reply.account)),
    deleteAccount: then(api.deleteAccount, ({ id }) => {
      const gone = readCached(kept, 'accounts')?.find((one) => one.id === id)
      if (!gone || isCreditAccountType(gone.type)) kept.forget('categories')
      updateCached(kept, 'accounts', (all) => removeById(all, id))
    }),
    createCategory: then(api.createCategory, (reply) => category(reply.category)),
    updateCategory: then(api.updateCategory, (reply) => category(reply.category)),
    deleteCategory: then(api.deleteCategory, () => kept.forget('categories')),
    createCategoryGroup: then(api.createCategoryGroup, () => kept.forget('categories')),
    updateCategoryGroup: then(api.updateCategoryGroup, () => kept.forget('categories')),
    createMerchant: then(api.createMerchant, (reply) => merchant(reply.merchant)),
    updateMerchant: then(api.updateMerchant, (reply) => merchant(reply.merchant)),
    deleteMerchant: then(api.deleteMerchant, ({ id }) =>
      updateCached(kept, 'merchants', (all) => removeById(all, id)),
    ),
    createTransactions: then(api.createTransactions, (reply) =>
      payees([reply.transaction, ...(reply.transactions ?? [])]),
    ),
    updateTransaction: then(api.updateTransaction, (reply) => payees([reply.transaction])),
  }
}
