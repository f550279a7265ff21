/** Finds the dates of schedules that are overdue. @see docs/schedules.md#upcoming */

import type { WorkspaceContext } from '../command/context.ts'
import { readNewestBankRows } from './newest-bank-rows.ts'
import { isOverdue, listAllOpenDates, type OpenDate } from './open-dates.ts'

/** Lists the overdue dates, the earliest first. */
export async function findOverdue(
  context: Pick<WorkspaceContext, 'workspace' | 'invocation'>,
): Promise<OpenDate[]> {
  const { today } = context.invocation
  const { schedules } = await context.workspace.api.listSchedules({})
  const open = listAllOpenDates(schedules, today)
  const newest = await readNewestBankRows(context, open)
  return open.filter((one) => isOverdue(one, today, newest.get(one.schedule.account_id)))
}
