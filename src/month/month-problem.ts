/** Declares what `budget month check` may find. */

/** A problem of a month. For `uncategorized`, the amount is the sum of `count` transactions. */
export interface MonthProblem {
  problem: 'ready_to_assign' | 'overspent' | 'uncategorized' | 'overdue' | 'unmatched'
  amount: string
  category_id: string | null
  category_name: string | null
  count: number | null
  /** Of what is overdue or unmatched: the schedule, and the day it was due. */
  schedule_id?: string
  schedule_name?: string
  due_date?: string
  /** Of what is unmatched: a transaction of another amount or day, which has `amount`, and what was expected. */
  transaction_id?: string
  expected?: string | null
}
