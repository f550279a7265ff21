/** `budget categories unarchive`: unarchives categories. */

import { defineCommand } from '../../command/define.ts'
import { oneOrMore } from '../../command/option-spec.ts'
import { archivedCategoryOption } from '../../command/options.ts'
import { setArchived } from '../../month/archive-categories.ts'
import { defineCategoryChangeView } from '../../month/categories-view.ts'

export const unarchive = defineCommand({
  name: 'categories unarchive',
  summary: 'Unarchive categories',
  arguments: { categories: oneOrMore(archivedCategoryOption('The categories to unarchive')) },
  examples: [{ when: 'A category you need again', commandLine: 'budget categories unarchive Hobbies' }],
  mutates: true,
  run: (context, { categories }) => setArchived(context, categories, false),
  view: defineCategoryChangeView((category) => `Unarchived ${category.name}`),
})
