/** Names instead of ids: what a person calls an account, a category, a group or a merchant. */ // cli.md §1

import type { BudgetApi } from '../contract/api.ts'
import { Mistake } from '../contract/errors.ts'
import { nameKey } from '../contract/normalize-name.ts'
import type { Category, CategoryGroup } from '../contract/operations/categories.ts'
import type { Kept } from '../contract/ports/rate-limit.ts'
import { CURRENCY, type KnownAccount, type KnownMerchant, recalled } from './name-cache.ts'
import { ambiguous, type Candidates, unknown } from './name-candidates.ts'

/** A category together with the name of its group. */
export type NamedCategory = Category & { group_name: string }

/** Everything of a kind: as an earlier command left it, or asked for `fresh`. */
type All<Thing> = (age?: 'fresh') => Promise<Thing[]>

/** The names of a workspace, each kind read when first asked for. */
export interface Names {
  accounts: All<KnownAccount>
  groups: All<CategoryGroup>
  categories: All<NamedCategory>
  merchants: All<KnownMerchant>
  /** The workspace's currency; a service that was never asked tells it with a month. */
  currency(month: string): Promise<string>
  /** The names that were read so far, by id; asks nobody. */
  known(): Promise<ReadonlyMap<string, string>>
}

/** Reads from what is kept if it may, from the service if it must, and from either once. */
function reader<Thing>(
  recall: (() => Thing[] | undefined) | undefined,
  read: () => Promise<Thing[]>,
): All<Thing> {
  let asked: Promise<Thing[]> | undefined
  let remembered: Thing[] | undefined
  return async (age) => {
    if (asked) return asked
    if (age !== 'fresh') remembered ??= recall?.()
    return (age === 'fresh' ? undefined : remembered) ?? (asked = read())
  }
}

/** The categories of the groups, each with its group's name. */
const categoriesOf = (groups: readonly CategoryGroup[]): NamedCategory[] =>
  groups.flatMap((group) => group.categories.map((category) => ({ ...category, group_name: group.name })))

/** The names of a workspace; what an earlier command kept of them is taken for true until a name is missing. */
export function openNames(api: BudgetApi, kept?: Kept): Names {
  const readSoFar = new Map<string, readonly Named[]>()
  /** Keeps what was read, for those who want names without asking for any. */
  const noted =
    <Thing extends Named>(kind: string, all: All<Thing>): All<Thing> =>
    async (age) => {
      const things = await all(age)
      readSoFar.set(kind, things)
      return things
    }
  const groups = reader(
    kept && (() => recalled(kept, 'categories')),
    async () => (await api.listCategories({})).category_groups,
  )
  const accounts = reader<KnownAccount>(
    kept && (() => recalled(kept, 'accounts')),
    async () => (await api.listAccounts({ query: { include_closed: true } })).accounts,
  )
  const merchants = reader<KnownMerchant>(
    kept && (() => recalled(kept, 'merchants')),
    async () => (await api.listMerchants({})).merchants,
  )
  return {
    groups: noted('groups', groups),
    accounts: noted('accounts', accounts),
    categories: noted('categories', async (age) => categoriesOf(await groups(age))),
    merchants: noted('merchants', merchants),
    known: async () =>
      new Map([...readSoFar.values()].flatMap((things) => things.map(({ id, name }) => [id, name]))),
    currency: async (month) => kept?.read(CURRENCY) ?? (await api.getMonth({ month })).currency,
  }
}

interface Named {
  id: string
  name: string
}

/** How a kind of thing is found. */
interface Kind<Thing extends Named> extends Candidates<Thing> {
  /** A text may stand anywhere in its name. */
  anywhere?: true
}

const byName = (thing: Named): string => thing.name
const never = (): boolean => false

const account: Kind<KnownAccount> = {
  one: 'account',
  many: 'accounts',
  path: byName,
  retired: (one) => one.closed,
  first: '; budget accounts add Checking --type banking_checking makes one',
}
const group: Kind<CategoryGroup> = { one: 'group', many: 'groups', path: byName, retired: never }
const merchant: Kind<KnownMerchant> = {
  one: 'merchant',
  many: 'merchants',
  path: byName,
  retired: never,
  anywhere: true,
}
const category: Kind<NamedCategory> = {
  one: 'category',
  many: 'categories',
  path: (one) => `${one.group_name}/${one.name}`,
  retired: (one) => one.archived,
}

/** Of these the archived ones, or the closed ones, are those in use. */
const archivedCategory: Kind<NamedCategory> = {
  ...category,
  one: 'archived category',
  many: 'archived categories',
  retired: (one) => !one.archived,
}
const closedAccount: Kind<KnownAccount> = {
  one: 'closed account',
  many: 'closed accounts',
  path: byName,
  retired: (one) => !one.closed,
}

export const findClosedAccount = async (names: Names, text: string) =>
  find(closedAccount, names.accounts, text)
export const findArchivedCategory = async (names: Names, text: string) =>
  find(archivedCategory, names.categories, text)

export const findAccount = async (names: Names, text: string) => find(account, names.accounts, text)
/** An account that takes new transactions. */
export const findOpenAccount = async (names: Names, text: string) =>
  openAccount(names, await findAccount(names, text))

/** The account, if it is open. Throws a Mistake that says how to open it. */
export async function openAccount(names: Names, found: KnownAccount): Promise<KnownAccount> {
  if (!found.closed) return found
  // What is kept may be older than its opening.
  const now = (await names.accounts('fresh')).find(({ id }) => id === found.id) ?? found
  if (!now.closed) return now
  throw new Mistake('value', `${now.name} is closed`, {
    field: 'account_id',
    hint: `budget accounts reopen "${now.name}" opens it again`,
  })
}

export const findGroup = async (names: Names, text: string) => find(group, names.groups, text)
/** Is it the short name of Ready to Assign? */
export const isReadyToAssign = (text: string): boolean => nameKey(text) === 'rta'

/** A category, never Ready to Assign: its short name is not the beginning of another name. */
export async function findCategory(names: Names, text: string): Promise<NamedCategory> {
  if (!isReadyToAssign(text)) return find(category, names.categories, text)
  const namesake = (await names.categories()).find(({ name }) => isReadyToAssign(name))
  if (namesake) return namesake
  throw new Mistake('not_found', `"${text}" is Ready to Assign, and a category is asked for`)
}

export const findEnvelope = async (names: Names, text: string): Promise<NamedCategory | 'rta'> =>
  isReadyToAssign(text) ? 'rta' : findCategory(names, text)

/** Several of them with commas between; a name may hold commas itself when it is typed whole. */
export async function findEnvelopes(names: Names, text: string): Promise<(NamedCategory | 'rta')[]> {
  const parts = text.split(',')
  const found: (NamedCategory | 'rta')[] = []
  for (let at = 0, end = 0; at < parts.length; at = end) {
    end = await endOfName(names, parts, at)
    found.push(await findEnvelope(names, parts.slice(at, end).join(',').trim()))
  }
  return found
}

/** Where the longest whole name ends that begins with this part; a part by itself when there is none. */
async function endOfName(names: Names, parts: readonly string[], at: number): Promise<number> {
  const categories = await names.categories()
  for (let end = parts.length; end > at + 1; end--) {
    const key = nameKey(parts.slice(at, end).join(','))
    if (categories.some((one) => isCalled(category, one, key))) return end
  }
  return at + 1
}

/** A category, or else a group of this name. */
export async function findCategoryOrGroup(
  names: Names,
  text: string,
): Promise<NamedCategory | CategoryGroup> {
  try {
    return await findCategory(names, text)
  } catch (refusal) {
    const found = (await names.groups()).find((one) => one.id === text || nameKey(one.name) === nameKey(text))
    if (found) return found
    throw refusal
  }
}

export const findMerchant = async (names: Names, text: string) => find(merchant, names.merchants, text)

/** The one thing a text means: by id, whole name, `Group/Category`, or the beginning of one name only. */
async function find<Thing extends Named>(kind: Kind<Thing>, all: All<Thing>, text: string): Promise<Thing> {
  const first = matching(kind, await all(), text)
  if (first.length === 1 && first[0]) return first[0]
  // What is kept may be older than the name.
  const things = await all('fresh')
  const found = matching(kind, things, text)
  const [only] = found
  if (only && found.length === 1) return only
  if (only) throw ambiguous(kind, found, text)
  throw unknown(kind, things, text)
}

/** What a text can mean, the best way of meaning it only. */
function matching<Thing extends Named>(kind: Kind<Thing>, things: readonly Thing[], text: string): Thing[] {
  const key = nameKey(text)
  const sameId = things.filter((thing) => thing.id === text)
  const sameName = things.filter((thing) => isCalled(kind, thing, key))
  const current = sameName.filter((thing) => !kind.retired(thing))
  const inUse = key === '' ? [] : things.filter((thing) => !kind.retired(thing))
  const begun = inUse.filter((thing) => begins(kind, thing, key))
  const within = kind.anywhere ? inUse.filter((thing) => nameKey(thing.name).includes(key)) : []
  // Of names that differ in case alone the one that was typed is meant.
  const exact = current.filter((thing) => thing.name === text || kind.path(thing) === text)
  return [sameId, exact, current, sameName, begun, within].find((some) => some.length > 0) ?? []
}

const isCalled = <Thing extends Named>(kind: Kind<Thing>, thing: Thing, key: string): boolean =>
  nameKey(thing.name) === key || nameKey(kind.path(thing)) === key

const begins = <Thing extends Named>(kind: Kind<Thing>, thing: Thing, key: string): boolean =>
  nameKey(thing.name).startsWith(key) || (key.includes('/') && nameKey(kind.path(thing)).startsWith(key))
