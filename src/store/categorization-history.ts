/** Reads how the transactions of a merchant were categorized before. */

import type { Database } from './database.ts'
import type { LearnedCategory } from './merchants.ts'

interface StoredCategorization {
  category: number | null
  ready_to_assign: number
}

// A usable category is not deleted, not archived and not a system category; Ready to Assign is always usable.
// docs/spec.md#x0
const USABLE_ROWS = `merchant = ? AND (t.category IS NOT NULL OR t.ready_to_assign = 1) AND t.deleted = 0
  AND (t.ready_to_assign = 1 OR (c.deleted = 0 AND c.archived = 0 AND c.card IS NULL))`

/** Returns the queries from which auto-categorization learns. */
export function categorizationHistory(database: Database) {
  const latest = (condition: string) =>
    database.prepare<StoredCategorization>(
      `SELECT t.category, t.ready_to_assign FROM transactions t LEFT JOIN categories c ON c.seq = t.category
       WHERE ${USABLE_ROWS} AND ${condition} ORDER BY t.date DESC, t.seq DESC LIMIT ?`,
    )
  const manual = latest('t.auto = 0')
  const reviewed = latest("t.review_status = 'reviewed'")
  const toLearned = (rows: StoredCategorization[]): LearnedCategory[] =>
    rows.map((row) => (row.ready_to_assign === 1 ? 'ready_to_assign' : (row.category ?? 'ready_to_assign')))

  return {
    /** Lists the latest `count` categorizations made by the user, newest first. @see docs/spec.md#x2 */
    listManual: (merchant: number, count: number): LearnedCategory[] =>
      toLearned(manual.all(merchant, count)),
    /** Lists the latest `count` reviewed categorizations, newest first. @see docs/spec.md#x6 */
    listReviewed: (merchant: number, count: number): LearnedCategory[] =>
      toLearned(reviewed.all(merchant, count)),
  }
}
