/** Names instead of ids: what a person calls an account, a category, a group or a merchant. @see docs/cli.md */

import type { BudgetApi } from '../contract/api.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { Category, CategoryGroup } from '../contract/operations/categories.ts'
import type { WorkspaceCache } from '../contract/ports/rate-limit.ts'
import { type AccountSummary, CURRENCY_KEY, type MerchantSummary, readCached } from './name-cache.ts'
import { ambiguousNameError, type EntityNaming, unknownNameError } from './name-candidates.ts'

/** A category together with the name of its group. */
export type CategoryWithGroup = Category & { group_name: string }

/** Everything of a kind: as an earlier command left it, or asked for `fresh`. */
type LoadAll<Thing> = (age?: 'fresh') => Promise<Thing[]>

/** The names of a workspace, each kind read when first asked for. */
export interface NameIndex {
  accounts: LoadAll<AccountSummary>
  groups: LoadAll<CategoryGroup>
  categories: LoadAll<CategoryWithGroup>
  merchants: LoadAll<MerchantSummary>
  /** The workspace's currency; a service that was never asked tells it with a month. */
  currency(month: string): Promise<string>
  /** The names that were read so far, by id; asks nobody. */
  resolvedNames(): Promise<ReadonlyMap<string, string>>
}

/** Reads from what is kept if it may, from the service if it must, and from either once. */
function loadOnce<Thing>(
  recall: (() => Thing[] | undefined) | undefined,
  read: () => Promise<Thing[]>,
): LoadAll<Thing> {
  let asked: Promise<Thing[]> | undefined
  let remembered: Thing[] | undefined
  return async (age) => {
    if (asked) return asked
    if (age !== 'fresh') remembered ??= recall?.()
    return (age === 'fresh' ? undefined : remembered) ?? (asked = read())
  }
}

/** The categories of the groups, each with its group's name. */
const flattenCategories = (groups: readonly CategoryGroup[]): CategoryWithGroup[] =>
  groups.flatMap((group) => group.categories.map((category) => ({ ...category, group_name: group.name })))

/** The names of a workspace; what an earlier command kept of them is taken for true until a name is missing. */
export function createNameIndex(api: BudgetApi, kept?: WorkspaceCache): NameIndex {
  const readSoFar = new Map<string, readonly Named[]>()
  /** Keeps what was read, for those who want names without asking for any. */
  const noted =
    <Thing extends Named>(kind: string, all: LoadAll<Thing>): LoadAll<Thing> =>
    async (age) => {
      const things = await all(age)
      readSoFar.set(kind, things)
      return things
    }
  const groups = loadOnce(
    kept && (() => readCached(kept, 'categories')),
    async () => (await api.listCategories({})).category_groups,
  )
  const accounts = loadOnce<AccountSummary>(
    kept && (() => readCached(kept, 'accounts')),
    async () => (await api.listAccounts({ query: { include_closed: true } })).accounts,
  )
  const merchants = loadOnce<MerchantSummary>(
    kept && (() => readCached(kept, 'merchants')),
    async () => (await api.listMerchants({})).merchants,
  )
  return {
    groups: noted('groups', groups),
    accounts: noted('accounts', accounts),
    categories: noted('categories', async (age) => flattenCategories(await groups(age))),
    merchants: noted('merchants', merchants),
    resolvedNames: async () =>
      new Map([...readSoFar.values()].flatMap((things) => things.map(({ id, name }) => [id, name]))),
    currency: async (month) => kept?.read(CURRENCY_KEY) ?? (await api.getMonth({ month })).currency,
  }
}

interface Named {
  id: string
  name: string
}

/** How a kind of thing is found. */
interface EntityLookup<Thing extends Named> extends EntityNaming<Thing> {
  /** A text may stand anywhere in its name. */
  matchesSubstring?: true
}

const getName = (thing: Named): string => thing.name
const isNeverRetired = (): boolean => false

const accountLookup: EntityLookup<AccountSummary> = {
  singular: 'account',
  plural: 'accounts',
  qualifiedName: getName,
  isRetired: (one) => one.closed,
  creationHint: '; budget accounts add Checking --type banking_checking makes one',
}
const groupLookup: EntityLookup<CategoryGroup> = {
  singular: 'group',
  plural: 'groups',
  qualifiedName: getName,
  isRetired: isNeverRetired,
}
const merchantLookup: EntityLookup<MerchantSummary> = {
  singular: 'merchant',
  plural: 'merchants',
  qualifiedName: getName,
  isRetired: isNeverRetired,
  matchesSubstring: true,
}
const categoryLookup: EntityLookup<CategoryWithGroup> = {
  singular: 'category',
  plural: 'categories',
  qualifiedName: (one) => `${one.group_name}/${one.name}`,
  isRetired: (one) => one.archived,
}

/** Of these the archived ones, or the closed ones, are those in use. */
const archivedCategoryLookup: EntityLookup<CategoryWithGroup> = {
  ...categoryLookup,
  singular: 'archived category',
  plural: 'archived categories',
  isRetired: (one) => !one.archived,
}
const closedAccountLookup: EntityLookup<AccountSummary> = {
  singular: 'closed account',
  plural: 'closed accounts',
  qualifiedName: getName,
  isRetired: (one) => !one.closed,
}

export const findClosedAccount = async (names: NameIndex, text: string) =>
  findByName(closedAccountLookup, names.accounts, text)
export const findArchivedCategory = async (names: NameIndex, text: string) =>
  findByName(archivedCategoryLookup, names.categories, text)

export const findAccount = async (names: NameIndex, text: string) =>
  findByName(accountLookup, names.accounts, text)
/** An account that takes new transactions. */
export const findOpenAccount = async (names: NameIndex, text: string) =>
  requireOpenAccount(names, await findAccount(names, text))

/** The account, if it is open. Throws a Mistake that says how to open it. */
export async function requireOpenAccount(names: NameIndex, found: AccountSummary): Promise<AccountSummary> {
  if (!found.closed) return found
  // What is kept may be older than its opening.
  const now = (await names.accounts('fresh')).find(({ id }) => id === found.id) ?? found
  if (!now.closed) return now
  throw new UserError('value', `${now.name} is closed`, {
    field: 'account_id',
    hint: `budget accounts reopen "${now.name}" opens it again`,
  })
}

export const findGroup = async (names: NameIndex, text: string) => findByName(groupLookup, names.groups, text)
/** Is it the short name of Ready to Assign? */
export const isReadyToAssign = (text: string): boolean => toNameKey(text) === 'rta'

/** A category, never Ready to Assign: its short name is not the beginning of another name. */
export async function findCategory(names: NameIndex, text: string): Promise<CategoryWithGroup> {
  if (!isReadyToAssign(text)) return findByName(categoryLookup, names.categories, text)
  const namesake = (await names.categories()).find(({ name }) => isReadyToAssign(name))
  if (namesake) return namesake
  throw new UserError('not_found', `"${text}" is Ready to Assign, and a category is asked for`)
}

export const findCategoryOrRta = async (
  names: NameIndex,
  text: string,
): Promise<CategoryWithGroup | 'rta'> => (isReadyToAssign(text) ? 'rta' : findCategory(names, text))

/** Several of them with commas between; a name may hold commas itself when it is typed whole. */
export async function findCategoriesOrRta(
  names: NameIndex,
  text: string,
): Promise<(CategoryWithGroup | 'rta')[]> {
  const parts = text.split(',')
  const found: (CategoryWithGroup | 'rta')[] = []
  for (let at = 0, end = 0; at < parts.length; at = end) {
    end = await findNameEnd(names, parts, at)
    found.push(await findCategoryOrRta(names, parts.slice(at, end).join(',').trim()))
  }
  return found
}

/** Where the longest whole name ends that begins with this part; a part by itself when there is none. */
async function findNameEnd(names: NameIndex, parts: readonly string[], at: number): Promise<number> {
  const categories = await names.categories()
  for (let end = parts.length; end > at + 1; end--) {
    const key = toNameKey(parts.slice(at, end).join(','))
    if (categories.some((one) => hasName(categoryLookup, one, key))) return end
  }
  return at + 1
}

/** A category, or else a group of this name. */
export async function findCategoryOrGroup(
  names: NameIndex,
  text: string,
): Promise<CategoryWithGroup | CategoryGroup> {
  try {
    return await findCategory(names, text)
  } catch (refusal) {
    const found = (await names.groups()).find(
      (one) => one.id === text || toNameKey(one.name) === toNameKey(text),
    )
    if (found) return found
    throw refusal
  }
}

export const findMerchant = async (names: NameIndex, text: string) =>
  findByName(merchantLookup, names.merchants, text)

/** The one thing a text means: by id, whole name, `Group/Category`, or the beginning of one name only. */
async function findByName<Thing extends Named>(
  kind: EntityLookup<Thing>,
  all: LoadAll<Thing>,
  text: string,
): Promise<Thing> {
  const first = listMatches(kind, await all(), text)
  if (first.length === 1 && first[0]) return first[0]
  // What is kept may be older than the name.
  const things = await all('fresh')
  const found = listMatches(kind, things, text)
  const [only] = found
  if (only && found.length === 1) return only
  if (only) throw ambiguousNameError(kind, found, text)
  throw unknownNameError(kind, things, text)
}

/** What a text can mean, the best way of meaning it only. */
function listMatches<Thing extends Named>(
  kind: EntityLookup<Thing>,
  things: readonly Thing[],
  text: string,
): Thing[] {
  const key = toNameKey(text)
  const sameId = things.filter((thing) => thing.id === text)
  const sameName = things.filter((thing) => hasName(kind, thing, key))
  const current = sameName.filter((thing) => !kind.isRetired(thing))
  const inUse = key === '' ? [] : things.filter((thing) => !kind.isRetired(thing))
  const begun = inUse.filter((thing) => hasNamePrefix(kind, thing, key))
  const within = kind.matchesSubstring ? inUse.filter((thing) => toNameKey(thing.name).includes(key)) : []
  // Of names that differ in case alone the one that was typed is meant.
  const exact = current.filter((thing) => thing.name === text || kind.qualifiedName(thing) === text)
  return [sameId, exact, current, sameName, begun, within].find((some) => some.length > 0) ?? []
}

const hasName = <Thing extends Named>(kind: EntityLookup<Thing>, thing: Thing, key: string): boolean =>
  toNameKey(thing.name) === key || toNameKey(kind.qualifiedName(thing)) === key

const hasNamePrefix = <Thing extends Named>(kind: EntityLookup<Thing>, thing: Thing, key: string): boolean =>
  toNameKey(thing.name).startsWith(key) ||
  (key.includes('/') && toNameKey(kind.qualifiedName(thing)).startsWith(key))
