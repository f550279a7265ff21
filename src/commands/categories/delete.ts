/** `budget categories delete`: deletes a category. */

import { defineCommand } from '../../command/define.ts'
import { withFields } from '../../command/option-spec.ts'
import { categoryOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { describeDeletion } from '../../month/merge-categories.ts'
import { type DeletionResult, deletionView } from '../../output/deleted.ts'
import { totalCategory } from '../../transactions/affected-transactions.ts'

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
    await context.user.requireConfirmation(`Delete ${category.name}?`, () =>
      describeDeletion(context, category, moveTo?.name),
    )
    const query = moveTo === undefined ? {} : { query: { move_to_category_id: moveTo.id } }
    const isCounted = moveTo === undefined && !context.workspace.costsRequests
    const left = isCounted ? (await totalCategory(context.workspace.api, category.id)).count : undefined
    const reply = await context.workspace.api.deleteCategory({ category_id: category.id, ...query })
    return {
      ...reply,
      name: category.name,
      ...(moveTo && { into: { id: moveTo.id, name: moveTo.name } }),
      ...(left !== undefined && { uncategorized_transaction_count: left }),
    }
  },
  view: deletionView,
})
