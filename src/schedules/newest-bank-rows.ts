/** Finds out up to which day the bank's files go: a date is overdue only when they go beyond it. */

import type { WorkspaceContext } from '../command/context.ts'
import type { OpenDate } from './open-dates.ts'

/**
 * Returns the date of the newest bank row of each imported account that dates in the past belong to. A remote profile
 * is not asked, because each account would take requests.
 */
export async function readNewestBankRows(
  { workspace, invocation: { today } }: Pick<WorkspaceContext, 'workspace' | 'invocation'>,
  openDates: readonly OpenDate[],
): Promise<ReadonlyMap<string, string>> {
  const late = openDates.filter(({ due_date }) => due_date < today)
  const newest = new Map<string, string>()
  if (late.length === 0 || workspace.costsRequests) return newest
  const imports = (await workspace.openImportStore()).listImports()
  const imported = new Set(imports.filter(({ state }) => state !== 'undone').map((one) => one.account_id))
  for (const account_id of new Set(late.map(({ schedule }) => schedule.account_id))) {
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
