/** Names the rows of reports: categories, groups, merchants, accounts and months. */

import type { ReportDimension, ReportNames, ReportRow } from './report.ts'

/** What rows without a category are called. */
export const UNCATEGORIZED = 'Uncategorized'

/** What rows without a category, a merchant or an account are called. */
const namesOfNothing = {
  category: UNCATEGORIZED,
  group: UNCATEGORIZED,
  merchant: 'No merchant',
  account: '',
}

/** Returns the cells that name a row. */
export type RowNamer = (key: string | null) => ReportRow

/** Returns a function that names the rows of a dimension by the id or month that they share. */
export function createRowNamer(dimension: ReportDimension, names: ReportNames): RowNamer {
  const groups = new Map(names.groups.map(({ id, name }) => [id, name]))
  const categories = new Map(names.categories.map((category) => [category.id, category]))
  const accounts = new Map(names.accounts.map(({ id, name }) => [id, name]))
  switch (dimension) {
    case 'category':
      return (id) => {
        const category = id === null ? undefined : categories.get(id)
        const group_id = category?.group_id ?? null
        return {
          group_id,
          group: group_id === null ? null : (groups.get(group_id) ?? null),
          category_id: id,
          category: category?.name ?? (id === null ? namesOfNothing.category : 'Unknown category'),
        }
      }
    case 'group':
      return (id) => ({
        group_id: id,
        group: id === null ? namesOfNothing.group : (groups.get(id) ?? 'Unknown group'),
      })
    case 'merchant':
      return (id) => ({
        merchant_id: id,
        merchant: id === null ? namesOfNothing.merchant : (names.getMerchantName(id) ?? 'Unknown merchant'),
      })
    case 'account':
      return (id) => ({ account_id: id, account: accounts.get(id ?? '') ?? 'Unknown account' })
    case 'month':
      return (month) => ({ month })
  }
}

/** Returns the cells of a row that adds up `count` others. */
export const nameCombinedRow = (dimension: ReportDimension, count: number): ReportRow => ({
  ...(dimension === 'category' && { group_id: null, group: null }),
  ...(dimension !== 'month' && { [`${dimension}_id`]: null }),
  [dimension]: `${count} more`,
})
