import type { World } from '../../../command/define.ts'
import { transactionPages } from '../../../contract/paginate.ts'
import { daysIn } from '../../../money/calendar.ts'
import { totalUncategorized } from '../../tx/shared/uncategorized.ts'

/** How many transactions of a month have no category, and what they come to. */
export async function uncategorizedIn(
  month: string,
  { api, names }: Pick<World, 'api' | 'names'>,
): Promise<{ count: number; total: string }> {
  const filters = { since_date: `${month}-01`, until_date: `${month}-${daysIn(month)}` }
  return totalUncategorized(transactionPages(api, filters), await names.accounts())
}
