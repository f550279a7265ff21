/** `budget categories archive`: archives categories. */

import { defineCommand } from '../../command/define.ts'
import { oneOrMore } from '../../command/option-spec.ts'
import { categoryOption } from '../../command/options.ts'
import { setArchived } from '../../month/archive-categories.ts'
import { defineCategoryChangeView } from '../../month/categories-view.ts'

export const archive = defineCommand({
  name: 'categories archive',
  summary: 'Archive categories; their money and history stay',
  arguments: { categories: oneOrMore(categoryOption('The categories to archive')) },
  examples: [{ when: 'A category you no longer use', commandLine: 'budget categories archive Hobbies' }],
  mutates: true,
  run: (context, { categories }) => setArchived(context, categories, true),
  view: defineCategoryChangeView((category) => `Archived ${category.name}`),
})
