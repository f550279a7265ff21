import type { WorkspaceContext } from '../../../command/define.ts'
import { paginateTransactions } from '../../../contract/paginate.ts'
import { daysInMonth } from '../../../money/calendar.ts'
import { totalUncategorized } from '../../tx/shared/uncategorized.ts'

/** How many transactions of a month have no category, and what they come to. */
export async function totalUncategorizedInMonth(
  month: string,
  { api, names }: Pick<WorkspaceContext, 'api' | 'names'>,
): Promise<{ count: number; total: string }> {
  const filters = { since_date: `${month}-01`, until_date: `${month}-${daysInMonth(month)}` }
  return totalUncategorized(paginateTransactions(api, filters), await names.accounts())
}
