/** Names instead of ids: what a person calls an account, a category, a group or a merchant. */ // cli.md §1

import type { Account } from '../contract/accounts.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { Category, CategoryGroup } from '../contract/categories.ts'
import { Mistake } from '../contract/errors.ts'
import type { Merchant } from '../contract/merchants.ts'
import { nameKey } from '../contract/names.ts'
import { nearest } from './nearest.ts'

/** A category together with the name of its group. */
export type NamedCategory = Category & { group_name: string }

/** The names of a workspace, each kind read when first asked for and then kept. */
export interface Names {
  accounts(): Promise<Account[]>
  groups(): Promise<CategoryGroup[]>
  categories(): Promise<NamedCategory[]>
  merchants(): Promise<Merchant[]>
}

const once = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let reading: Promise<Value> | undefined
  return () => (reading ??= read())
}

/** The categories of the groups, each with its group's name. */
export const categoriesOf = (groups: readonly CategoryGroup[]): NamedCategory[] =>
  groups.flatMap((group) => group.categories.map((category) => ({ ...category, group_name: group.name })))

export function openNames(api: BudgetApi): Names {
  const groups = once(async () => (await api.listCategories({})).category_groups)
  return {
    groups,
    accounts: once(async () => (await api.listAccounts({ query: { include_closed: true } })).accounts),
    categories: once(async () => categoriesOf(await groups())),
    merchants: once(async () => (await api.listMerchants({})).merchants),
  }
}

interface Named {
  id: string
  name: string
}

/** How a kind of thing is spoken of, and what else it may be called. */
interface Kind<Thing extends Named> {
  one: string
  many: string
  /** A longer name that tells apart two things of the same name. */
  path: (thing: Thing) => string
  /** Out of use: found by its whole name, not by the beginning of it. */
  retired: (thing: Thing) => boolean
}

const byName = (thing: Named): string => thing.name
const never = (): boolean => false

const account: Kind<Account> = {
  one: 'account',
  many: 'accounts',
  path: byName,
  retired: (one) => one.closed,
}
const group: Kind<CategoryGroup> = { one: 'group', many: 'groups', path: byName, retired: never }
const merchant: Kind<Merchant> = { one: 'merchant', many: 'merchants', path: byName, retired: never }
const category: Kind<NamedCategory> = {
  one: 'category',
  many: 'categories',
  path: (one) => `${one.group_name}/${one.name}`,
  retired: (one) => one.archived,
}

export const findAccount = async (names: Names, text: string) => find(account, await names.accounts(), text)
export const findGroup = async (names: Names, text: string) => find(group, await names.groups(), text)
export const findCategory = async (names: Names, text: string) =>
  find(category, await names.categories(), text)
export const findEnvelope = async (names: Names, text: string): Promise<NamedCategory | 'rta'> =>
  nameKey(text) === 'rta' ? 'rta' : findCategory(names, text)

/** A category, or else a group of this name. */
export async function findCategoryOrGroup(names: Names, text: string): Promise<NamedCategory | CategoryGroup> {
  try {
    return await findCategory(names, text)
  } catch (refusal) {
    const found = (await names.groups()).find((one) => one.id === text || nameKey(one.name) === nameKey(text))
    if (found) return found
    throw refusal
  }
}

export const findMerchant = async (names: Names, text: string) =>
  find(merchant, await names.merchants(), text)

const MOST_SHOWN = 8

/** The one thing a text means: by id, whole name, `Group/Category`, or the beginning of one name only. */
function find<Thing extends Named>(kind: Kind<Thing>, things: readonly Thing[], text: string): Thing {
  const key = nameKey(text)
  const sameId = things.filter((thing) => thing.id === text)
  const sameName = things.filter((thing) => nameKey(thing.name) === key || nameKey(kind.path(thing)) === key)
  const current = sameName.filter((thing) => !kind.retired(thing))
  const begun = things.filter((thing) => !kind.retired(thing) && begins(kind, thing, key))
  const found = [sameId, current, sameName, key === '' ? [] : begun].find((some) => some.length > 0) ?? []
  const [only] = found
  if (only && found.length === 1) return only
  if (only) throw ambiguous(kind, found, text)
  throw unknown(kind, things, text)
}

const begins = <Thing extends Named>(kind: Kind<Thing>, thing: Thing, key: string): boolean =>
  nameKey(thing.name).startsWith(key) || (key.includes('/') && nameKey(kind.path(thing)).startsWith(key))

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_SHOWN).map((name) => `"${name}"`)
  const rest = names.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

const ambiguous = <Thing extends Named>(kind: Kind<Thing>, found: readonly Thing[], text: string): Mistake =>
  new Mistake(
    'not_found',
    `"${text}" could be ${found.length} ${kind.many}: ${listed(found.map(kind.path))}`,
    {
      hint: 'Type more of the name, or the id',
    },
  )

function unknown<Thing extends Named>(kind: Kind<Thing>, things: readonly Thing[], text: string): Mistake {
  const near = nearest(text, things.map(byName))
  const guess = near === undefined ? '' : `; did you mean "${near}"?`
  const current = things.filter((thing) => !kind.retired(thing)).map(kind.path)
  const hint =
    current.length === 0 ? `There are no ${kind.many} yet` : `The ${kind.many} are ${listed(current)}`
  return new Mistake(
    'not_found',
    `No ${kind.one} called "${text}"${guess}`,
    near === undefined ? { hint } : {},
  )
}
