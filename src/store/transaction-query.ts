/**
 * Builds the SQL conditions that select the rows of a list of transactions.
 * @see docs/spec.md#p-listing-transactions
 */

import type { SqlValue } from './statements.ts'

/** The filters of a list of transactions; accounts and categories are given by seq. */
export interface TransactionRowFilters {
  since_date?: string | undefined
  until_date?: string | undefined
  account?: number | undefined
  category?: number | undefined
  status?: string | undefined
  review_status?: string | undefined
}

/** A position in the list: the row with this date and seq. */
export interface ListPosition {
  date: string
  seq: number
}

/** A range of the list, from below `after` down to and including `downTo`. */
export interface ListRange {
  after?: ListPosition | undefined
  downTo?: ListPosition | undefined
}

// docs/spec.md#p6

/**
 * Selects the rows with a line in a category, split lines included.
 * @see docs/spec.md#p6
 */
export const IN_CATEGORY = `(category = ? OR (split = 1 AND EXISTS (
  SELECT 1 FROM split_lines WHERE "transaction" = transactions.seq AND split_lines.category = ?)))`

interface SqlCondition {
  where: string
  bound: SqlValue[]
}

/** Selects every row of the dates, deleted or not; the index on (date, seq) answers it alone. */
export function buildDateCondition(
  filters: TransactionRowFilters,
  { after, downTo }: ListRange,
): SqlCondition {
  const where = ['TRUE']
  const bound: SqlValue[] = []
  const addCondition = (condition: string, ...values: SqlValue[]): void => {
    where.push(condition)
    bound.push(...values)
  }
  if (after) addCondition('(date, seq) < (?, ?)', after.date, after.seq)
  if (downTo) addCondition('(date, seq) >= (?, ?)', downTo.date, downTo.seq)
  if (filters.since_date !== undefined) addCondition('date >= ?', filters.since_date)
  if (filters.until_date !== undefined) addCondition('date <= ?', filters.until_date)
  return { where: where.join(' AND '), bound }
}

/**
 * Selects the active rows that pass all filters.
 * @see docs/spec.md#e33
 * @see docs/spec.md#p6
 */
export function buildFilterCondition(filters: TransactionRowFilters, range: ListRange): SqlCondition {
  const { where: dates, bound } = buildDateCondition(filters, range)
  const where = [dates, 'deleted = 0']
  for (const column of ['account', 'status', 'review_status'] as const) {
    const value = filters[column]
    if (value === undefined) continue
    where.push(`${column} = ?`)
    bound.push(value)
  }
  if (filters.category !== undefined) {
    where.push(IN_CATEGORY)
    bound.push(filters.category, filters.category)
  }
  return { where: where.join(' AND '), bound }
}
