/** Says what deleting a category does to its transactions and its money. */

import type { WorkspaceContext } from '../command/context.ts'
import { toMonth } from '../money/calendar.ts'
import { isZero } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { describeRequestCost, describeTotals, totalCategory } from '../transactions/affected-transactions.ts'
import { listMonthCategories } from './assign.ts'

/** Describes what happens to the transactions and the money of a category; `target` gets them if it has a name. */
export async function describeDeletion(
  context: WorkspaceContext,
  { id, name }: { id: string; name: string },
  target: string | undefined,
): Promise<string> {
  const month = toMonth(context.invocation.today)
  const extent = await totalCategory(context.workspace.api, id)
  const reply = await context.workspace.api.getMonth({ month })
  const { available } = listMonthCategories(reply).find((line) => line.id === id) ?? { available: '0' }
  const rows = `${name}: ${describeTotals(extent)}`
  const consequence = target === undefined ? 'they become uncategorized' : `they move to ${target}`
  const money = target === undefined ? 'goes back to Ready to Assign' : `moves to ${target}`
  return [
    extent.count === 0 ? rows : `${rows}; ${consequence}`,
    ...(isZero(available) ? [] : [`${groupThousands(available)} available in ${month} ${money}`]),
    ...describeRequestCost(context, 1),
  ].join('\n')
}
