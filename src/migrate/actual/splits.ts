/** Gives the lines of an Actual file to their splits, and refuses lines that fit no split. */

import { toMonth } from '../../money/calendar.ts'
import { createPlaceError, EXPORT_AGAIN } from '../../tables/source-question.ts'
import type { TransactionRow } from './transaction-row.ts'

/** The rows of a budget, each in its place. */
export interface AssembledRows {
  transactions: TransactionRow[]
  /** The lines of each split, in their order. */
  lines: Map<string, TransactionRow[]>
  /** How many lines belong to a split that is deleted or missing: Actual hides them. */
  orphans: number
}

/**
 * Gives each line to its split.
 * @param rows the rows that are not deleted, by their ids
 * @throws UserError if Actual would count a line in another way than its split
 */
export function assembleSplits(rows: ReadonlyMap<string, TransactionRow>): AssembledRows {
  const transactions: TransactionRow[] = []
  const lines = new Map<string, TransactionRow[]>()
  let orphans = 0
  for (const row of rows.values()) {
    if (!row.isLine) {
      transactions.push(row)
      continue
    }
    const split = row.parent === null ? undefined : rows.get(row.parent)
    const problem = findProblem(row, split)
    if (problem !== undefined)
      throw createPlaceError(`transactions, row ${row.number}`, problem, EXPORT_AGAIN)
    if (!split) orphans++
    else {
      const siblings = lines.get(split.id)
      if (siblings) siblings.push(row)
      else lines.set(split.id, [row])
    }
  }
  for (const siblings of lines.values()) siblings.sort((a, b) => b.order - a.order)
  return { transactions, lines, orphans }
}

/** Returns what keeps a line from being booked with its split. */
function findProblem(line: TransactionRow, split: TransactionRow | undefined): string | undefined {
  if (line.isSplit) return 'it is both a split and a line of one'
  if (!split) return undefined
  const place = `row ${split.number}`
  if (split.isLine || !split.isSplit) return `it is a line of ${place}, which is not a split`
  if (split.account !== line.account) return `it is a line of ${place}, but in another account`
  if (toMonth(split.date) !== toMonth(line.date)) return `it is a line of ${place}, but in another month`
  return undefined
}
