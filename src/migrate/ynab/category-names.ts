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
const READY_TO_ASSIGN = /^(?:inflow: ?)?(?:ready to assign|to be budgeted|deferred income subcategory)?$/i
const UNCATEGORIZED = /^uncategorized(?: transactions)?$/i
const HIDDEN_GROUP = /^hidden categories$/i
const CARD_GROUP = /^credit card payments$/i

/** True for the names of money that is to be assigned; they changed in 2021. */
export const isReadyToAssign = ({ group, category }: CategoryName): boolean =>
  (INFLOW_GROUP.test(group) && READY_TO_ASSIGN.test(category)) ||
  (group === '' && category !== '' && READY_TO_ASSIGN.test(category))

/** True for a row without a category. */
export const isUncategorized = ({ group, category }: CategoryName): boolean =>
  (group === '' && category === '') || (INFLOW_GROUP.test(group) && UNCATEGORIZED.test(category))

/** True for the group that holds the payment categories of cards. */
export const isCardGroup = (group: string): boolean => CARD_GROUP.test(group)

/** True for the group that holds the hidden categories. */
export const isHiddenGroup = (group: string): boolean => HIDDEN_GROUP.test(group)

/** Returns the category of a row. */
export function findCategory(name: CategoryName): SourceCategoryRef {
  if (isUncategorized(name)) return null
  return isReadyToAssign(name) ? 'ready_to_assign' : { category: toCategoryKey(name) }
}
