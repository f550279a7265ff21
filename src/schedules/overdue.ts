/** Finds the dates of schedules that are overdue. @see docs/schedules.md#upcoming */

import type { WorkspaceContext } from '../command/context.ts'
import { daysBetween } from '../money/calendar.ts'
import { getMatchWindow, listAllOpenDates, type OpenDate } from './open-dates.ts'

type OverdueContext = Pick<WorkspaceContext, 'workspace' | 'invocation'>

/** Lists the overdue dates, the earliest first. */
export async function listOverdue(context: OverdueContext): Promise<OpenDate[]> {
  const { schedules } = await context.workspace.api.listSchedules({})
  return findOverdue(context, listAllOpenDates(schedules, context.invocation.today))
}

/** Finds those of open dates that are overdue: their window has passed, and the bank's files go beyond them. */
export async function findOverdue(
  context: OverdueContext,
  openDates: readonly OpenDate[],
): Promise<OpenDate[]> {
  const { today } = context.invocation
  const late = openDates.filter(({ due_date }) => due_date < today)
  const newest = await readNewestBankRows(context, new Set(late.map(({ schedule }) => schedule.account_id)))
  return late.filter(({ schedule, due_date }) => {
    const newestRow = newest.get(schedule.account_id)
    const isWindowOver = daysBetween(due_date, today) > getMatchWindow(schedule)
    return isWindowOver && (newestRow === undefined || due_date < newestRow)
  })
}

/**
 * Returns the date of the newest bank row of each account that is imported. A remote profile is not asked, because each
 * account would take requests.
 */
async function readNewestBankRows(
  { workspace }: OverdueContext,
  account_ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const newest = new Map<string, string>()
  if (account_ids.size === 0 || workspace.costsRequests) return newest
  const imported = await listImportedAccounts(workspace)
  for (const account_id of account_ids) {
    if (!imported.has(account_id)) continue
    for (const status of ['cleared', 'reconciled'] as const) {
      const { transactions } = await workspace.api.listTransactions({
        query: { account_id, status, limit: 1 },
      })
      const date = transactions[0]?.date
      if (date !== undefined && date > (newest.get(account_id) ?? '')) newest.set(account_id, date)
    }
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
