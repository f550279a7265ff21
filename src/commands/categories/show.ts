/** `budget categories show`: shows one category. */

import { defineCommand } from '../../command/define.ts'
import { categoryOption } from '../../command/options.ts'
import { categoryView } from '../../month/categories-view.ts'

export const show = defineCommand({
  name: 'categories show',
  summary: 'Show one category',
  arguments: { category: categoryOption('The category to show') },
  examples: [{ when: 'All fields of a category', commandLine: 'budget categories show Groceries' }],
  run: async ({ workspace: { api } }, { category }) =>
    (await api.getCategory({ category_id: category.id })).category,
  view: categoryView,
})
