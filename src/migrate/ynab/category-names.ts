/** Says what the names of a YNAB category mean: Ready to Assign, a hidden category, the payment of a card. */

import type { SourceCategoryRef } from '../source-budget.ts'

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
  const byGroup = new Map<string, Map<string, NamedCategory>>()
  const found: NamedCategory[] = []
  return {
    list: () => found,
    find(group, category) {
      const known = byGroup.get(group) ?? new Map<string, NamedCategory>()
      const named = known.get(category)
      if (named) {
        named.rows += 1
        return named
      }
      const added = { group, category, ref: findCategory({ group, category }), rows: 1 }
      byGroup.set(group, known.set(category, added))
      found.push(added)
      return added
    },
  }
}
