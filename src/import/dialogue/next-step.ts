/** Suggests the command after an import: reviewing the rows of the account that have no category. */

import { findTransfers } from '../../cleanup/transfers/find-transfers.ts'
import type { WorkspaceContext } from '../../command/context.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { addDays, FIRST_DAY, LAST_DAY } from '../../money/calendar.ts'
import { toShellPath, toShellValue } from '../../output/shell-words.ts'
import type { ImportRunOutput } from '../views/report-view.ts'

interface ImportedAccount {
  name: string
  on_budget?: boolean
}

/** Adds the command that reviews uncategorized rows, unless the account is off budget. */
export async function addNextStep(
  context: WorkspaceContext,
  { categories, ...report }: ImportRunOutput,
  account: ImportedAccount,
): Promise<ImportRunOutput> {
  if (!categories || account.on_budget === false) return report
  if (categories.none === 0) return { ...report, categories }
  const profile = (await context.computer.settings()).profileFlag
  const parts = [
    `budget review --account ${toShellValue(account.name)}`,
    ...(profile === undefined ? [] : [`--profile ${toShellPath(profile)}`]),
  ]
  return { ...report, categories, next_step: parts.join(' ') }
}

/** The days between the two sides of a transfer. */
const DAYS = 5
/** More transactions around the dates of the file are not searched: the import would become slower. */
const MAX_ROWS = 5000

/**
 * Adds how many imported rows look like one side of a transfer whose other side is an ordinary row of another
 * account. A remote workspace is not asked, because that costs requests.
 */
export async function addTransferHint(
  {
    workspace: { api, costsRequests, names },
    invocation: { signal },
  }: Pick<WorkspaceContext, 'workspace' | 'invocation'>,
  report: ImportRunOutput,
  span: { first: string; last: string } | undefined,
): Promise<ImportRunOutput> {
  if (costsRequests || !span || report.counts.create === 0 || report.counts.create > MAX_ROWS) return report
  const accounts = await names.accounts()
  if (accounts.filter(({ closed }) => !closed).length < 2) return report
  const [since, until] = [addDays(span.first, -DAYS), addDays(span.last, DAYS)]
  const days = {
    since_date: since < FIRST_DAY ? FIRST_DAY : since,
    until_date: until > LAST_DAY ? LAST_DAY : until,
  }
  const rows: Transaction[] = []
  for await (const page of paginateTransactions(api, days, signal)) {
    rows.push(...page)
    if (rows.length > MAX_ROWS) return report
  }
  const created = new Set(report.created.toJSON())
  const isWanted = ({ id }: Transaction): boolean => created.has(id)
  const count = findTransfers({ rows, accounts, days: DAYS, isWanted }).length
  return count === 0 ? report : { ...report, possible_transfers: count }
}
