/** What commands on a service elsewhere keep of its names, so that a name costs no request. */ // cli.md §1, Names for ids

import type { BudgetApi } from '../contract/api.ts'
import { type Account, isCredit } from '../contract/operations/accounts.ts'
import type { Category, CategoryGroup } from '../contract/operations/categories.ts'
import type { Merchant } from '../contract/operations/merchants.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import type { Kept } from '../contract/ports/rate-limit.ts'

/** Figures and notes change with every transaction, so they are not kept; ask the service for them. */
export type KnownAccount = Pick<Account, 'id' | 'name' | 'type' | 'on_budget' | 'closed' | 'linked'>
export type KnownMerchant = Pick<Merchant, 'id' | 'name'>

/** The kind under which the workspace's currency is kept. It never changes. */
export const CURRENCY = 'currency'

interface Kinds {
  accounts: KnownAccount[]
  categories: CategoryGroup[]
  merchants: KnownMerchant[]
}

const known = ({ id, name, type, on_budget, closed, linked }: Account): KnownAccount => ({
  id,
  name,
  type,
  on_budget,
  closed,
  linked,
})
const named = ({ id, name }: KnownMerchant): KnownMerchant => ({ id, name })

/** What is kept of a kind; undefined when nothing is. */
export function recalled<Kind extends keyof Kinds>(kept: Kept, kind: Kind): Kinds[Kind] | undefined {
  const text = kept.read(kind)
  return text === undefined ? undefined : (JSON.parse(text) as Kinds[Kind]) // only `keep` below writes it
}

const keep = <Kind extends keyof Kinds>(kept: Kept, kind: Kind, things: Kinds[Kind]): void =>
  kept.write(kind, JSON.stringify(things))

/** The names a listing happened to show, for completion until a whole list of the kind is kept. */
const shownKinds = { account: 'accounts', category: 'categories', merchant: 'merchants' } as const
export type ShownKind = keyof typeof shownKinds

export const isShownKind = (kind: string): kind is ShownKind => Object.hasOwn(shownKinds, kind)

/** The names of a kind that listings have shown; none once a whole list is kept, which says more. */
export function namesShown(kept: Kept, kind: ShownKind): string[] {
  const text = kept.read(`shown_${kind}`)
  return text === undefined ? [] : (JSON.parse(text) as string[]) // only `keepShown` below writes it
}

/** So many names are offered; who has more of them types on. */
const MOST_SHOWN = 1000

function keepShown(kept: Kept, kind: ShownKind, names: Iterable<string>): void {
  if (kept.read(shownKinds[kind]) !== undefined) return
  const before = namesShown(kept, kind)
  const all = new Set(before)
  for (const name of names) if (all.size < MOST_SHOWN) all.add(name)
  if (all.size > before.length) kept.write(`shown_${kind}`, JSON.stringify([...all]))
}

function* present(names: Iterable<string | null>): Generator<string> {
  for (const name of names) if (name !== null) yield name
}

/** Changes what is kept of a kind, where something is. */
function amend<Kind extends keyof Kinds>(
  kept: Kept,
  kind: Kind,
  change: (things: Kinds[Kind]) => Kinds[Kind],
): void {
  const things = recalled(kept, kind)
  if (things) keep(kept, kind, change(things))
}

const putIn = <Thing extends { id: string }>(things: readonly Thing[], thing: Thing): Thing[] =>
  things.some(({ id }) => id === thing.id)
    ? things.map((one) => (one.id === thing.id ? thing : one))
    : [thing, ...things]
const without = <Thing extends { id: string }>(things: readonly Thing[], id: string): Thing[] =>
  things.filter((one) => one.id !== id)

/** A category leaves the group it was in and stands in its own. */
const putCategory = (groups: readonly CategoryGroup[], category: Category): CategoryGroup[] =>
  groups.map((group) => ({
    ...group,
    categories:
      group.id === category.group_id
        ? putIn(group.categories, category)
        : without(group.categories, category.id),
  }))

/** The same service; what it says about names is kept, and stays in step with what is changed through it. */
export function remembering(api: BudgetApi, kept: Kept): BudgetApi {
  const account = (one: Account): void => {
    amend(kept, 'accounts', (all) => putIn(all, known(one)))
    if (isCredit(one.type)) kept.forget('categories') // a card brings a category. spec C1
  }
  const category = (one: Category): void => amend(kept, 'categories', (all) => putCategory(all, one))
  const merchant = (one: KnownMerchant): void => amend(kept, 'merchants', (all) => putIn(all, named(one)))
  const payees = (rows: readonly (Transaction | undefined)[]): void => {
    const all = recalled(kept, 'merchants')
    if (!all) return
    const ids = new Set(all.map(({ id }) => id))
    for (const row of rows) {
      if (!row?.merchant_id || row.merchant_name === null || ids.has(row.merchant_id)) continue
      ids.add(row.merchant_id)
      all.push({ id: row.merchant_id, name: row.merchant_name })
      keep(kept, 'merchants', all)
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
      if (kept.read(CURRENCY) !== currency) kept.write(CURRENCY, currency)
      const categories = month.category_groups.flatMap((group) => group.categories)
      keepShown(
        kept,
        'category',
        categories.filter(({ archived }) => !archived).map(({ name }) => name),
      )
    }),
    listAccounts: then(api.listAccounts, ({ accounts }, { query }) => {
      if (query?.include_closed) return keep(kept, 'accounts', accounts.map(known))
      return keepShown(
        kept,
        'account',
        accounts.map(({ name }) => name),
      )
    }),
    listTransactions: then(api.listTransactions, ({ transactions }) => {
      keepShown(kept, 'account', new Set(transactions.map((row) => row.account_name)))
      keepShown(kept, 'merchant', new Set(present(transactions.map((row) => row.merchant_name))))
      keepShown(kept, 'category', new Set(present(transactions.map((row) => row.category_name))))
    }),
    listCategories: then(api.listCategories, (reply) => keep(kept, 'categories', reply.category_groups)),
    listMerchants: then(api.listMerchants, (reply) => keep(kept, 'merchants', reply.merchants.map(named))),
    createAccount: then(api.createAccount, (reply) => account(reply.account)),
    updateAccount: then(api.updateAccount, (reply) => account(reply.account)),
    deleteAccount: then(api.deleteAccount, ({ id }) => {
      const gone = recalled(kept, 'accounts')?.find((one) => one.id === id)
      if (!gone || isCredit(gone.type)) kept.forget('categories')
      amend(kept, 'accounts', (all) => without(all, id))
    }),
    createCategory: then(api.createCategory, (reply) => category(reply.category)),
    updateCategory: then(api.updateCategory, (reply) => category(reply.category)),
    deleteCategory: then(api.deleteCategory, () => kept.forget('categories')),
    createCategoryGroup: then(api.createCategoryGroup, () => kept.forget('categories')),
    updateCategoryGroup: then(api.updateCategoryGroup, () => kept.forget('categories')),
    createMerchant: then(api.createMerchant, (reply) => merchant(reply.merchant)),
    updateMerchant: then(api.updateMerchant, (reply) => merchant(reply.merchant)),
    deleteMerchant: then(api.deleteMerchant, ({ id }) => amend(kept, 'merchants', (all) => without(all, id))),
    createTransactions: then(api.createTransactions, (reply) =>
      payees([reply.transaction, ...(reply.transactions ?? [])]),
    ),
    updateTransaction: then(api.updateTransaction, (reply) => payees([reply.transaction])),
  }
}
