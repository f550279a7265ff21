/** `budget categories unarchive`: unarchives categories. */

import { defineCommand } from '../../command/define.ts'
import { mapOneByOne } from '../../command/for-each.ts'
import { oneOrMore } from '../../command/option-spec.ts'
import { archivedCategoryOption } from '../../command/options.ts'
import { defineCategoryChangeView } from '../../month/categories-view.ts'

export const unarchive = defineCommand({
  name: 'categories unarchive',
  summary: 'Unarchive categories',
  arguments: { categories: oneOrMore(archivedCategoryOption('The categories to unarchive')) },
  examples: [{ when: 'A category you need again', commandLine: 'budget categories unarchive Hobbies' }],
  mutates: true,
  run: (context, { categories }) =>
    mapOneByOne(
      context,
      categories,
      async ({ id }) => {
        const { category } = await context.workspace.api.updateCategory({
          category_id: id,
          body: { archived: false },
        })
        return category
      },
      ({ id, name }) => ({ id, name }),
    ),
  view: defineCategoryChangeView((category) => `Unarchived ${category.name}`),
})
