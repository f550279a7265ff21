/** Says which transaction fulfils the first date of a new schedule. */

import type { WorkspaceContext } from '../command/context.ts'
import { nameMonth } from '../money/calendar.ts'
import { groupThousands } from '../output/format-amount.ts'
import { addReference } from '../transactions/read-reply.ts'
import { formatReference } from '../transactions/transaction-columns.ts'
import type { AddedSchedule } from './add-schedule.ts'

/** Returns `December is paid: 3C, 2026-11-30, -1,450.00`; nothing where no date is fulfilled. */
export function describeFulfilled(
  context: Pick<WorkspaceContext, 'workspace' | 'user'>,
  { schedule, fulfilled }: AddedSchedule,
): string[] {
  if (!fulfilled) return []
  const date =
    schedule.dates.find(({ transaction_id }) => transaction_id === fulfilled.id)?.date ?? fulfilled.date
  const reference = formatReference(addReference(context, fulfilled))
  return [`${nameMonth(date)} is paid: ${reference}, ${fulfilled.date}, ${groupThousands(fulfilled.amount)}`]
}
