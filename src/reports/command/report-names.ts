/** Loads the names that reports show. */

import type { WorkspaceContext } from '../../command/context.ts'
import type { ReportNames } from '../report.ts'

/** Returns the names of the workspace; those of merchants only where the report shows any. */
export async function loadReportNames(
  { workspace: { names } }: Pick<WorkspaceContext, 'workspace'>,
  { withMerchants }: { withMerchants: boolean },
): Promise<ReportNames> {
  const merchants = new Map(withMerchants ? (await names.merchants()).map(({ id, name }) => [id, name]) : [])
  return {
    accounts: await names.accounts(),
    groups: await names.groups(),
    categories: await names.categories(),
    getMerchantName: (id) => merchants.get(id),
  }
}
