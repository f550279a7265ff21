/** `budget categories delete`: deletes a category. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { withFields } from '../../command/option-spec.ts'
import { categoryOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { toMonth } from '../../money/calendar.ts'
import { isZero } from '../../money/decimal.ts'
import { type DeletionResult, deletionView } from '../../render/deleted.ts'
import { groupThousands } from '../../render/format-amount.ts'
import { listMonthCategories } from '../month/shared/assign.ts'
import { describeRequestCost, describeTotals, totalCategory } from '../shared/affected-transactions.ts'

export const remove = defineCommand({
  name: 'categories delete',
  summary: 'Delete a category',
  arguments: { category: categoryOption('The category to delete') },
  flags: {
    moveTo: withFields(
      categoryOption('The category that gets its transactions and its money'),
      'move_to_category_id',
    ),
  },
  examples: [
    {
      when: 'Combine two categories',
      commandLine: 'budget categories delete Snacks --move-to Groceries --yes',
    },
  ],
  mutates: true,
  // It may be typed as an id.
  formatLabel: ({ category, moveTo }) =>
    `categories delete ${category.name}${moveTo ? ` → ${moveTo.name}` : ''}`,
  async run(context, { category, moveTo }): Promise<DeletionResult> {
    if (moveTo?.id === category.id) throw new UserError('usage', `Cannot move ${category.name} to itself`)
    await context.requireConfirmation(`Delete ${category.name}?`, () =>
      describeDeletion(context, category, moveTo?.name),
    )
    const query = moveTo === undefined ? {} : { query: { move_to_category_id: moveTo.id } }
    const isCounted = moveTo === undefined && context.isLocal
    const left = isCounted ? (await totalCategory(context.api, category.id)).count : undefined
    const reply = await context.api.deleteCategory({ category_id: category.id, ...query })
    return {
      ...reply,
      name: category.name,
      ...(moveTo && { into: { id: moveTo.id, name: moveTo.name } }),
      ...(left !== undefined && { uncategorized_transaction_count: left }),
    }
  },
  view: deletionView,
})

/** Describes what happens to its transactions and its money. */
async function describeDeletion(
  context: WorkspaceContext,
  { id, name }: { id: string; name: string },
  target: string | undefined,
): Promise<string> {
  const month = toMonth(context.today)
  const extent = await totalCategory(context.api, id)
  const reply = await context.api.getMonth({ month })
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
