/** Lists the groups and categories of a YNAB export, and says what their names mean. */

import type { SourceCategory, SourceCategoryRef, SourceGroup } from '../source-budget.ts'

/** A category as a row names it. */
export interface CategoryName {
  group: string
  category: string
}

/** The key of a category in the export: no name holds a line end. */
export const toCategoryKey = ({ group, category }: CategoryName): string => `${group}\n${category}`

const INFLOW_GROUP = /^(?:inflows?|internal master category|ready to assign|to be budgeted)$/i
// YNAB 4 also offered income to the next month.
const YNAB4_INCOME = /^available (?:this|next) month$/i
const READY_TO_ASSIGN =
  /^(?:inflow: ?)?(?:ready to assign|to be budgeted|(?:immediate|deferred) income subcategory)?$/i
const UNCATEGORIZED = /^uncategori[sz]ed(?: transactions)?$/i
const HIDDEN_GROUP = /^hidden categories$/i
const CARD_GROUP = /^credit card payments$/i

/** True for the names of money that is to be assigned; they changed in 2021. */
export const isReadyToAssign = ({ group, category }: CategoryName): boolean =>
  (INFLOW_GROUP.test(group) && READY_TO_ASSIGN.test(category)) ||
  (group === '' && category !== '' && READY_TO_ASSIGN.test(category)) ||
  (/^income$/i.test(group) && YNAB4_INCOME.test(category))

/** True for income that YNAB 4 offers in the month after it. */
export const isIncomeForNextMonth = ({ group, category }: CategoryName): boolean =>
  /^income$/i.test(group) && /^available next month$/i.test(category)

/** True for a row without a category. */
export const isUncategorized = ({ group, category }: CategoryName): boolean =>
  (group === '' && category === '') ||
  (UNCATEGORIZED.test(category) && (group === '' || INFLOW_GROUP.test(group) || UNCATEGORIZED.test(group)))

/** True for the group that holds the payment categories of cards. */
export const isCardGroup = (group: string): boolean => CARD_GROUP.test(group)

/** True for the group that holds the hidden categories. */
export const isHiddenGroup = (group: string): boolean => HIDDEN_GROUP.test(group)

function findCategory(name: CategoryName): SourceCategoryRef {
  if (isUncategorized(name)) return null
  return isReadyToAssign(name) ? 'ready_to_assign' : { category: toCategoryKey(name) }
}

/** The category of a row: its names and what they mean. */
export interface NamedCategory extends CategoryName {
  ref: SourceCategoryRef
  /** How often it was found. */
  rows: number
}

/** Finds the categories of rows; equal names give the same object. */
export interface CategoryFinder {
  find(group: string, category: string): NamedCategory
  /** Returns what was found, in that order. */
  list(): NamedCategory[]
}

/** Returns a finder. */
export function createCategoryFinder(): CategoryFinder {
  const found = new Map<string, NamedCategory>()
  return {
    list: () => [...found.values()],
    find(group, category) {
      const key = toCategoryKey({ group, category })
      const known = found.get(key) ?? { group, category, ref: findCategory({ group, category }), rows: 0 }
      known.rows += 1
      if (known.rows === 1) found.set(key, known)
      return known
    },
  }
}

/** The groups and categories of an export. */
export interface ExportCategories {
  groups: SourceGroup[]
  categories: SourceCategory[]
}

/** Where the categories of an export are named. */
export interface CategorySources {
  /** The categories of the plan, in its order; undefined without a plan. */
  plan: Iterable<CategoryName> | undefined
  register: Iterable<CategoryName>
}

// YNAB writes the old group of a hidden category in front of its name.
const HIDDEN_NAME = /^(.+?) ?: (.+)$/

/** Returns the groups and categories of the plan, then those that only the register names: they were deleted. */
export function listCategories({ plan, register }: CategorySources): ExportCategories {
  const inPlan = collectNames(plan ?? [])
  const names = collectNames(register, new Map(inPlan))
  const groupNames = new Set([...names.values()].map(({ group }) => group))
  const categories = [...names].map(([key, name]): SourceCategory => {
    const isHidden = isHiddenGroup(name.group)
    const [, group = '', category = ''] = (isHidden ? HIDDEN_NAME.exec(name.category) : undefined) ?? []
    const known = groupNames.has(group) ? { group, category } : name
    return {
      key,
      name: known.category,
      group: known.group,
      hidden: isHidden || (plan !== undefined && !inPlan.has(key)),
      card: isCardGroup(name.group) ? name.category : undefined,
    }
  })
  const used = new Set(categories.flatMap(({ group, card }) => (card === undefined ? [group] : [])))
  const groups = [...groupNames].filter((name) => used.has(name)).map((name) => ({ key: name, name }))
  return { groups, categories }
}

function collectNames(
  names: Iterable<CategoryName>,
  known = new Map<string, CategoryName>(),
): Map<string, CategoryName> {
  for (const { group, category } of names) {
    const name = { group, category }
    const key = toCategoryKey(name)
    if (!known.has(key) && !isReadyToAssign(name) && !isUncategorized(name)) known.set(key, name)
  }
  return known
}
