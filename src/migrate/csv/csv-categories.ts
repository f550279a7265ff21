/** Makes groups and categories of the categories that rows name. */

import type { SourceBudget, SourceCategory, SourceCategoryRef } from '../source-budget.ts'
import type { CsvRow } from './csv-row.ts'

const NO_CATEGORY = /^(?:uncategorized|none|no category|\(no category\)|other:uncategorized|\[none\])$/i
// Programs write a category inside of another one as `Food:Groceries`, `Food > Groceries`, `Food / Groceries`,
// `Food ► Groceries` or `Food\Groceries`.
const NESTED_NAME = /^(.+?)(?: ?: ?| > | \/ | ?► ?|\\)(.+)$/
const DEFAULT_GROUP = 'Categories'

/** The categories of rows. */
export type CsvCategories = Pick<SourceBudget, 'groups' | 'categories'> & {
  /** How many categories only bring money in. */
  income: number
  find(row: CsvRow): SourceCategoryRef
}

/**
 * Returns the categories of the rows. What comes in by a category of which nothing is ever spent is to be assigned, and
 * a transfer between two own accounts has no category.
 */
export function listCategories(rows: readonly CsvRow[]): CsvCategories {
  const income = findIncomeCategories(rows)
  const categories = new Map<string, SourceCategory>()
  const refs = new Map<string, { category: string }>()
  const find = (row: CsvRow): SourceCategoryRef => {
    if (row.otherAccount !== undefined) return null
    const key = toCategoryKey(row)
    if (row.isStartingBalance || income.has(key)) return 'ready_to_assign'
    if (!hasCategory(row)) return null
    const ref = refs.get(key) ?? { category: key }
    refs.set(ref.category, ref)
    return ref
  }
  for (const row of rows) {
    const ref = find(row)
    if (ref === null || ref === 'ready_to_assign' || categories.has(ref.category)) continue
    categories.set(ref.category, { key: ref.category, ...splitCategory(row), hidden: false, card: undefined })
  }
  const groups = new Set([...categories.values()].map(({ group }) => group))
  return {
    groups: [...groups].map((name) => ({ key: name, name })),
    categories: [...categories.values()],
    income: income.size,
    find,
  }
}

function findIncomeCategories(rows: readonly CsvRow[]): Set<string> {
  const income = new Set<string>()
  const spending = new Set<string>()
  for (const row of rows) {
    if (!hasCategory(row) || row.isTransfer || row.isStartingBalance || row.amount === 0n) continue
    const keys = row.amount > 0n ? income : spending
    keys.add(toCategoryKey(row))
  }
  return new Set([...income].filter((key) => !spending.has(key)))
}

function splitCategory({ group, category }: CsvRow): { group: string; name: string } {
  const [, parent, child] = (group === '' ? NESTED_NAME.exec(category) : undefined) ?? []
  return { group: group || parent || DEFAULT_GROUP, name: child ?? category }
}

const toCategoryKey = (row: CsvRow): string => {
  const { group, name } = splitCategory(row)
  return `${group}\n${name}`
}

const hasCategory = ({ category }: CsvRow): boolean => category !== '' && !NO_CATEGORY.test(category)
