/** Finds what of schedules the user has to decide, for `budget month check` and `budget status`. */

import type { WorkspaceContext } from '../command/context.ts'
import type { OpenDate } from '../schedules/open-dates.ts'
import { listOverdue } from '../schedules/overdue.ts'
import { findAskedMatches } from '../schedules/plan-links.ts'
import type { MonthProblem } from './month-problem.ts'

/** Lists overdue dates, and transactions of another amount or day than a date expects. */
export async function listScheduleProblems(context: WorkspaceContext): Promise<MonthProblem[]> {
  const asked = await findAskedMatches(context)
  const isAsked = ({ schedule, date }: OpenDate): boolean =>
    asked.some(({ open }) => open.schedule.id === schedule.id && open.date === date)
  const unmatched = asked.map(({ open, row }) => ({
    ...toOverdueProblem(open),
    problem: 'unmatched' as const,
    amount: row.amount,
    transaction_id: row.id,
    expected: open.amount,
  }))
  // A date with a transaction to decide about is told once.
  const overdue = (await listOverdue(context)).filter((open) => !isAsked(open))
  return [...overdue.map(toOverdueProblem), ...unmatched]
}

const toOverdueProblem = ({ schedule, due_date, amount }: OpenDate): MonthProblem => ({
  problem: 'overdue',
  amount: amount ?? '0',
  category_id: null,
  category_name: null,
  count: null,
  schedule_id: schedule.id,
  schedule_name: schedule.name,
  due_date,
})
