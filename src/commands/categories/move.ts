/** `budget categories move`: moves a category to another group. */

import { defineCommand } from '../../command/define.ts'
import { required } from '../../command/option-spec.ts'
import { categoryOption, groupOption } from '../../command/options.ts'
import { defineCategoryChangeView } from '../../month/categories-view.ts'

export const move = defineCommand({
  name: 'categories move',
  summary: 'Move a category to another group',
  arguments: { category: categoryOption('The category to move') },
  flags: { group: required(groupOption('The new group')) },
  examples: [{ when: 'Make it a bill', commandLine: 'budget categories move Phone --group Bills' }],
  mutates: true,
  run: async ({ workspace: { api } }, { category, group }) =>
    (await api.updateCategory({ category_id: category.id, body: { group_id: group.id } })).category,
  view: defineCategoryChangeView((category) => `Moved ${category.name}`),
})
