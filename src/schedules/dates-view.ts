/** Shows what happened to single dates of a schedule. */

import { listFieldPaths } from '../contract/field-paths.ts'
import { schedule as scheduleSchema } from '../contract/operations/schedules.ts'
import { transaction as transactionSchema } from '../contract/operations/transactions.ts'
import { groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn, type View } from '../output/view.ts'
import type { ChangedDates } from './change-dates.ts'

/** Returns a view of one line for the dates that changed. */
export const defineDatesView = (verb: string): View<ChangedDates> => ({
  ...defineView<ChangedDates, ChangedDates['schedule']>({
    columns: [textColumn('id', 'Id'), textColumn('name', 'What'), textColumn('next_date', 'Next')],
    rows: ({ schedule }) => [schedule],
    fields: () => [
      'schedule',
      'dates',
      'transactions',
      ...listFieldPaths(scheduleSchema).map((path) => `schedule.${path}`),
      ...listFieldPaths(transactionSchema).map((path) => `transactions.${path}`),
    ],
  }),
  renderText: (changed) => `${sanitizeLine(describeDates(verb, changed))}\n`,
})

function describeDates(verb: string, { schedule, dates, transactions }: ChangedDates): string {
  const [row] = transactions
  const booked = row ? `: ${groupThousands(row.amount)} on ${row.date} in ${row.account_name}` : ''
  const next = schedule.next_date === null ? 'no date is left' : `next ${schedule.next_date}`
  return `${verb} ${schedule.name} ${dates.join(', ')}${booked}; ${next}`
}
