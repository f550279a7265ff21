/** `budget categories merge`: merges categories into another one, as deleting them with --move-to does. */

import { defineCommand } from '../../command/define.ts'
import { oneOrMore, required, withFields } from '../../command/option-spec.ts'
import { categoryOption } from '../../command/options.ts'
import { mergeCategories } from '../../month/merge-categories.ts'
import { deletionView } from '../../output/deleted.ts'

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
    {
      when: 'Combine small categories',
      commandLine: 'budget categories merge Snacks Lunch --into Groceries --yes',
    },
  ],
  mutates: true,
  formatLabel: ({ categories, into }) =>
    `categories merge ${categories.map(({ name }) => `"${name}"`).join(' ')} → ${into.name}`,
  run: mergeCategories,
  view: deletionView,
})
