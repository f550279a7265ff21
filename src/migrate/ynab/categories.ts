/** Lists the groups and categories of a YNAB export, and finds the category of a row. */

import type { SourceCategory, SourceGroup } from '../source-budget.ts'
import {
  type CategoryName,
  isCardGroup,
  isHiddenGroup,
  isReadyToAssign,
  isUncategorized,
  toCategoryKey,
} from './category-names.ts'

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
