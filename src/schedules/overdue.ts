/** Finds the dates of schedules that are overdue. @see docs/schedules.md#upcoming */

import type { WorkspaceContext } from '../command/context.ts'
import { findNewestTransaction } from '../contract/paginate.ts'
import { daysBetween } from '../money/calendar.ts'
import { getMatchWindow, listAllOpenDates, type OpenDate } from './open-dates.ts'

type OverdueContext = Pick<WorkspaceContext, 'workspace' | 'invocation'>

/** Lists the overdue dates, the earliest first. */
export async function listOverdue(context: OverdueContext): Promise<readonly OpenDate[]> {
  const { schedules } = await context.workspace.api.listSchedules({})
  return findOverdue(context, listAllOpenDates(schedules, context.invocation.today))
}

/**
 * Finds those of open dates that are overdue: their window has passed, and the bank's files, if there are any, go beyond
 * them. A remote profile is not asked for the files, because each account would take requests.
 */
export async function findOverdue(
  { workspace, invocation: { today, signal } }: OverdueContext,
  openDates: readonly OpenDate[],
): Promise<readonly OpenDate[]> {
  const late = openDates.filter(
    ({ schedule, due_date }) => due_date < today && daysBetween(due_date, today) > getMatchWindow(schedule),
  )
  if (workspace.costsRequests) return late
  const newest = await readNewestBankRows(
    workspace.api,
    new Set(late.map(({ schedule }) => schedule.account_id)),
    signal,
  )
  const isPassed = ({ schedule, due_date }: OpenDate): boolean =>
    due_date < (newest.get(schedule.account_id) ?? '')
  if (late.every(isPassed)) return late
  const imported = await listImportedAccounts(workspace)
  return late.filter((open) => isPassed(open) || !imported.has(open.schedule.account_id))
}

/** Returns the date of the newest row that the bank has seen, by account. */
async function readNewestBankRows(
  api: OverdueContext['workspace']['api'],
  account_ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const newest = new Map<string, string>()
  for (const account_id of account_ids)
    for (const status of ['cleared', 'reconciled'] as const) {
      const date = (await findNewestTransaction(api, { account_id, status }, signal))?.date
      if (date !== undefined && date > (newest.get(account_id) ?? '')) newest.set(account_id, date)
    }
  return newest
}

/** Lists the accounts into which files were imported. */
export async function listImportedAccounts(
  workspace: Pick<WorkspaceContext['workspace'], 'openImportStore'>,
): Promise<ReadonlySet<string | null>> {
  const imports = (await workspace.openImportStore()).listImports()
  return new Set(imports.filter(({ state }) => state !== 'undone').map(({ account_id }) => account_id))
}
