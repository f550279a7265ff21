/** Reads the amounts and flags that an Actual file has for categories and months. */

import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import { isMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { ReadAmount } from './amounts.ts'
import { createRowError, readOptionalInteger, readOptionalText, readRows } from './table-rows.ts'

/** What the file says about a category in a month. */
export interface CategoryBudget {
  month: string
  category: string
  assigned: MinorUnits
  /** What it overspends stays in the category; of an income category, its money is held for the next month. */
  carriesOver: boolean
}

/**
 * Returns the rows of a table of budgets.
 * @throws UserError if two rows are about the same month and category: nothing says which one counts
 */
export function readCategoryBudgets(
  tables: ForeignTables,
  table: 'zero_budgets' | 'reflect_budgets',
  readAmount: ReadAmount,
): CategoryBudget[] {
  const columns = { required: ['month', 'category', 'amount'], optional: ['carryover'] }
  const budgets = new Map<string, CategoryBudget>()
  for (const row of readRows(tables, table, columns)) {
    const number = readOptionalInteger(row, 'month')
    const category = readOptionalText(row, 'category')
    if (number === null || number === 0n || category === null) continue
    const month = String(number).replace(/^(\d{4})(\d\d)$/, '$1-$2')
    if (!isMonth(month)) throw createRowError(row, `month ${number} is not a month`)
    const assigned = readAmount(row, 'amount')
    const carriesOver = readOptionalInteger(row, 'carryover') === 1n
    const key = `${month} ${category}`
    if (budgets.has(key))
      throw createRowError(row, `there is another row for category "${category}" in ${month}`)
    budgets.set(key, { month, category, assigned, carriesOver })
  }
  return [...budgets.values()]
}
