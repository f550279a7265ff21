/** `budget categories merge`: merges categories into another one, as deleting them with --move-to does. */

import { defineCommand } from '../../command/define.ts'
import { mapOneByOne } from '../../command/for-each.ts'
import { oneOrMore, required, withFields } from '../../command/option-spec.ts'
import { categoryOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { type DeletionResult, deletionView } from '../../output/deleted.ts'
import { describeDeletion } from '../../transactions/describe-category-deletion.ts'

export const merge = defineCommand({
  name: 'categories merge',
  summary: 'Merge categories into another one',
  arguments: { categories: oneOrMore(categoryOption('The categories to remove')) },
  flags: {
    into: required(
      withFields(
        categoryOption('The category that gets their transactions and their money'),
        'move_to_category_id',
      ),
    ),
  },
  examples: [
    { when: 'Two into one', commandLine: 'budget categories merge Snacks Lunch --into Groceries --yes' },
  ],
  mutates: true,
  formatLabel: ({ categories, into }) =>
    `categories merge ${categories.map(({ name }) => `"${name}"`).join(' ')} → ${into.name}`,
  async run(context, { categories, into }): Promise<DeletionResult[]> {
    const leaving = [...new Map(categories.map((category) => [category.id, category])).values()]
    if (leaving.some(({ id }) => id === into.id))
      throw new UserError('usage', `Cannot merge ${into.name} into itself`)
    await context.requireConfirmation(
      `Merge ${leaving.map(({ name }) => name).join(', ')} into ${into.name}?`,
      async () => {
        const texts: string[] = []
        for (const category of leaving) texts.push(await describeDeletion(context, category, into.name))
        return texts.join('\n')
      },
    )
    return mapOneByOne(
      context,
      leaving,
      async ({ id, name }) => {
        const query = { move_to_category_id: into.id }
        const reply = await context.api.deleteCategory({ category_id: id, query })
        return { ...reply, name, into: { id: into.id, name: into.name } }
      },
      ({ id, name }) => ({ id, name }),
    )
  },
  view: deletionView,
})
