/** Merges categories into another one, as deleting them with --move-to does. */

import type { WorkspaceContext } from '../command/context.ts'
import { mapOneByOne } from '../command/for-each.ts'
import { toMonth } from '../money/calendar.ts'
import { isZero } from '../money/decimal.ts'
import type { DeletionResult } from '../output/deleted.ts'
import { groupThousands } from '../output/format-amount.ts'
import { describeRequestCost, describeTotals, totalCategory } from '../transactions/affected-transactions.ts'
import { confirmMerge, type Named } from '../transactions/confirm-merge.ts'
import { listMonthCategories } from './assign.ts'

/** Merges categories once the user has confirmed it, and returns what became of each. */
export async function mergeCategories(
  context: WorkspaceContext,
  { categories, into }: { categories: readonly Named[]; into: Named },
): Promise<DeletionResult[]> {
  const leaving = await confirmMerge(context, { things: categories, into }, async (named) => {
    const texts: string[] = []
    for (const category of named) texts.push(await describeDeletion(context, category, into.name))
    return texts
  })
  return mapOneByOne(
    context,
    leaving,
    async ({ id, name }) => {
      const query = { move_to_category_id: into.id }
      const reply = await context.workspace.api.deleteCategory({ category_id: id, query })
      return { ...reply, name, into: { id: into.id, name: into.name } }
    },
    ({ id, name }) => ({ id, name }),
  )
}

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
