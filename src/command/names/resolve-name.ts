/**
 * Resolves names and ids to accounts, categories, groups and merchants.
 * @see docs/cli.md#names-for-ids
 */

import type { BudgetApi } from '../../contract/api.ts'
import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { Category, CategoryGroup } from '../../contract/operations/categories.ts'
import type { Schedule } from '../../contract/operations/schedules.ts'
import type { KeepMeaning } from '../../contract/ports/drafts.ts'
import type { WorkspaceCache } from '../../contract/ports/remote-caches.ts'
import { isCurrencyCode } from '../../money/currency.ts'
import type { CachedMeanings } from './check-cached-names.ts'
import { type EntityLookup, findByName, hasName, type LoadAll, type Named } from './find-by-name.ts'
import { type AccountSummary, CURRENCY_KEY, type MerchantSummary, readCached } from './name-cache.ts'
import { unknownNameError } from './name-candidates.ts'

/** A category together with the name of its group. */
export type CategoryWithGroup = Category & { group_name: string }

/** The names of a workspace. Each kind is loaded when it is first needed. */
export interface NameIndex {
  accounts: LoadAll<AccountSummary>
  groups: LoadAll<CategoryGroup>
  categories: LoadAll<CategoryWithGroup>
  merchants: LoadAll<MerchantSummary>
  schedules: LoadAll<Schedule>
  /** Returns the currency of the workspace; `month` is requested when it is not known. */
  currency(month: string): Promise<string>
  /** Returns the profile that the user typed, which a printed command repeats. */
  profileFlag?: (() => Promise<string | undefined>) | undefined
  /** Returns the names loaded so far, by id, without a request. */
  resolvedNames(): Promise<ReadonlyMap<string, string>>
}

/** Returns a loader that reads the cache if it may and the service if it must, each at most once. */
function loadOnce<Thing>(
  recall: (() => Thing[] | undefined) | undefined,
  read: () => Promise<Thing[]>,
): LoadAll<Thing> & { isFresh: () => boolean } {
  let loading: Promise<Thing[]> | undefined
  let cached: Thing[] | undefined
  const load: LoadAll<Thing> = async (age) => {
    if (loading) return loading
    if (age !== 'fresh') cached ??= recall?.()
    return (age === 'fresh' ? undefined : cached) ?? (loading = read())
  }
  return Object.assign(load, { isFresh: () => loading !== undefined })
}

/** Returns the categories of the groups, each with the name of its group. */
const flattenCategories = (groups: readonly CategoryGroup[]): CategoryWithGroup[] =>
  groups.flatMap((group) => group.categories.map((category) => ({ ...category, group_name: group.name })))

/** What a name index need not request. */
interface KnownNames {
  /** The names that earlier commands read. They are used until one of them is missing. */
  cache?: WorkspaceCache | undefined
  /** Returns the currency of a local workspace. */
  getCurrency?: (() => string) | undefined
  /** Keeps what a name means; undefined where no command line is drafted. */
  keepMeaning?: KeepMeaning | undefined
  profileFlag?: NameIndex['profileFlag']
  /** Receives the things that names of cached lists mean. */
  meanings?: CachedMeanings | undefined
}

/** Creates the name index of a workspace. */
export function createNameIndex(
  api: BudgetApi,
  { cache, getCurrency, keepMeaning, profileFlag, meanings }: KnownNames = {},
): NameIndex {
  const readSoFar = new Map<string, readonly Named[]>()
  /** Remembers what was loaded, for `resolvedNames`. */
  const remembering = <Thing extends Named>(
    lookup: string,
    load: LoadAll<Thing>,
    isFresh: () => boolean,
  ): LoadAll<Thing> =>
    Object.assign(
      async (age?: 'fresh') => {
        const entities = await load(age)
        readSoFar.set(lookup, entities)
        return entities
      },
      {
        keepMeaning,
        noteCached: (thing: Thing) => void (isFresh() || meanings?.set(thing.id, thing)),
      },
    )
  const groups = loadOnce(
    cache && (() => readCached(cache, 'categories')),
    async () => (await api.listCategories({})).category_groups,
  )
  const accounts = loadOnce<AccountSummary>(
    cache && (() => readCached(cache, 'accounts')),
    async () => (await api.listAccounts({ query: { include_closed: true } })).accounts,
  )
  const merchants = loadOnce<MerchantSummary>(
    cache && (() => readCached(cache, 'merchants')),
    async () => (await api.listMerchants({})).merchants,
  )
  const schedules = loadOnce<Schedule>(undefined, async () => (await api.listSchedules({})).schedules)
  return {
    profileFlag,
    groups: remembering('groups', groups, groups.isFresh),
    accounts: remembering('accounts', accounts, accounts.isFresh),
    categories: remembering(
      'categories',
      async (age) => flattenCategories(await groups(age)),
      groups.isFresh,
    ),
    merchants: remembering('merchants', merchants, merchants.isFresh),
    schedules: remembering('schedules', schedules, schedules.isFresh),
    resolvedNames: async () =>
      new Map([...readSoFar.values()].flatMap((entities) => entities.map(({ id, name }) => [id, name]))),
    currency: async (month) => {
      const known = getCurrency?.() ?? cache?.read(CURRENCY_KEY)
      // It is written into exports as it is, so a damaged one is read again.
      return known !== undefined && isCurrencyCode(known) ? known : (await api.getMonth({ month })).currency
    },
  }
}

const getName = (entity: Named): string => entity.name
const isNeverRetired = (): boolean => false

/** How accounts are found. */
export const accountLookup: EntityLookup<AccountSummary> = {
  singular: 'account',
  plural: 'accounts',
  qualifiedName: getName,
  isRetired: (entity) => entity.closed,
  creationHint: '; to add one: budget accounts add Checking --type banking_checking',
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
  qualifiedName: (entity) => `${entity.group_name}/${entity.name}`,
  isRetired: (entity) => entity.archived,
}

/** For these two lookups the archived categories and the closed accounts are the current ones. */
const archivedCategoryLookup: EntityLookup<CategoryWithGroup> = {
  ...categoryLookup,
  singular: 'archived category',
  plural: 'archived categories',
  isRetired: (entity) => !entity.archived,
}
const closedAccountLookup: EntityLookup<AccountSummary> = {
  singular: 'closed account',
  plural: 'closed accounts',
  qualifiedName: getName,
  isRetired: (entity) => !entity.closed,
}

/** Finds a closed account, to reopen it. */
export const findClosedAccount = async (names: NameIndex, text: string) =>
  findByName(closedAccountLookup, names.accounts, text)
/** Finds an archived category, to unarchive it. */
export const findArchivedCategory = async (names: NameIndex, text: string) =>
  findByName(archivedCategoryLookup, names.categories, text)

/** Finds an account, open or closed. */
export const findAccount = async (names: NameIndex, text: string) =>
  findByName(accountLookup, names.accounts, text)
/**
 * Finds an open account, which takes new transactions.
 * @throws UserError when it is closed.
 */
export const findOpenAccount = async (names: NameIndex, text: string) =>
  requireOpenAccount(names, await findAccount(names, text))

/**
 * Returns the account if it is open.
 * @throws UserError with the command that reopens it.
 */
export async function requireOpenAccount(names: NameIndex, match: AccountSummary): Promise<AccountSummary> {
  if (!match.closed) return match
  // The cached account may have been reopened since.
  const current = (await names.accounts('fresh')).find(({ id }) => id === match.id) ?? match
  if (!current.closed) return current
  throw new UserError('invalid', `${current.name} is closed`, {
    field: 'account_id',
    hint: `To reopen it: budget accounts reopen "${current.name}"`,
  })
}

/** Finds a group of categories. */
export const findGroup = async (names: NameIndex, text: string) => findByName(groupLookup, names.groups, text)
/** True for `rta`, the short name of Ready to Assign. */
export const isReadyToAssign = (text: string): boolean => toNameKey(text) === 'rta'

/**
 * Finds a category. `rta` is no prefix of a category name: it means a category only if one has exactly that
 * name.
 * @throws UserError for Ready to Assign.
 */
export async function findCategory(names: NameIndex, text: string): Promise<CategoryWithGroup> {
  if (!isReadyToAssign(text)) return findByName(categoryLookup, names.categories, text)
  const namesake = (await names.categories()).find(({ name }) => isReadyToAssign(name))
  if (namesake) return namesake
  throw new UserError('not_found', `"${text}" is Ready to Assign, not a category`)
}

/** Finds a category; `rta` is Ready to Assign. */
export const findCategoryOrRta = async (
  names: NameIndex,
  text: string,
): Promise<CategoryWithGroup | 'rta'> => (isReadyToAssign(text) ? 'rta' : findCategory(names, text))

/**
 * Finds several categories, separated by commas. A name that contains commas is found when it is typed in
 * full.
 */
export async function findCategoriesOrRta(
  names: NameIndex,
  text: string,
): Promise<(CategoryWithGroup | 'rta')[]> {
  const parts = text.split(',')
  const match: (CategoryWithGroup | 'rta')[] = []
  for (let at = 0, end = 0; at < parts.length; at = end) {
    end = await findNameEnd(names, parts, at)
    match.push(await findCategoryOrRta(names, parts.slice(at, end).join(',').trim()))
  }
  return match
}

/** Returns the end of the longest whole name that starts at this part, or of the part itself. */
async function findNameEnd(names: NameIndex, parts: readonly string[], at: number): Promise<number> {
  const categories = await names.categories()
  for (let end = parts.length; end > at + 1; end--) {
    const key = toNameKey(parts.slice(at, end).join(','))
    if (categories.some((entity) => hasName(categoryLookup, entity, key))) return end
  }
  return at + 1
}

/** Finds a category or, if there is none, a group of this name. */
export async function findCategoryOrGroup(
  names: NameIndex,
  text: string,
): Promise<CategoryWithGroup | CategoryGroup> {
  const isNamed = ({ id, name }: Named): boolean => id === text || toNameKey(name) === toNameKey(text)
  // The name of a group is found before a category is looked for in a fresh list, which costs a request.
  const group = (await names.groups()).find(isNamed)
  if (group && !(await names.categories()).some(isNamed)) return group
  try {
    return await findCategory(names, text)
  } catch (error) {
    const fresh = (await names.groups()).find(isNamed)
    if (fresh) return fresh
    throw error
  }
}

/** Finds a merchant. */
export const findMerchant = async (names: NameIndex, text: string) =>
  findByName(merchantLookup, names.merchants, text)

/**
 * Finds the merchants that a filter means: the one with this id or name or, if there is none, all whose names contain
 * the text.
 * @throws UserError when there is none.
 */
export async function findMerchants(names: NameIndex, text: string): Promise<MerchantSummary[]> {
  const cached = listMerchantsWith(await names.merchants(), text)
  if (cached.length > 0) return cached
  // A cached list may be older than the name.
  const merchants = await names.merchants('fresh')
  const matches = listMerchantsWith(merchants, text)
  if (matches.length > 0) return matches
  throw unknownNameError(merchantLookup, merchants, text)
}

function listMerchantsWith(merchants: readonly MerchantSummary[], text: string): MerchantSummary[] {
  const key = toNameKey(text)
  const exact = merchants.filter((merchant) => merchant.id === text || toNameKey(merchant.name) === key)
  if (exact.length > 0 || key === '') return exact
  return merchants.filter(({ name }) => toNameKey(name).includes(key))
}
