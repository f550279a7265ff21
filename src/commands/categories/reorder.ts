/** `budget categories reorder`: moves a category to another place in its group. */

import { defineLocalCommand } from '../../command/define.ts'
import { categoryOption } from '../../command/options.ts'
import { defineCategoryChangeView } from '../../month/categories-view.ts'
import { findNewPosition, positionFlags } from '../../month/reorder-position.ts'

export const reorder = defineLocalCommand({
  name: 'categories reorder',
  summary: 'Move a category to another place in its group',
  arguments: { category: categoryOption('The category to move') },
  flags: positionFlags(categoryOption),
  examples: [
    {
      when: 'Put the one you look at most at the top',
      commandLine: 'budget categories reorder Groceries --first',
    },
    {
      when: 'Next to another category in its group',
      commandLine: 'budget categories reorder Transport --after Groceries',
    },
  ],
  mutates: true,
  async run({ workspace: { api, admin } }, { category, ...place }) {
    const { category_groups } = await api.listCategories({})
    const { categories = [] } = category_groups.find(({ id }) => id === category.group_id) ?? {}
    return admin.moveCategory(category.id, findNewPosition(categories, category, place))
  },
  view: defineCategoryChangeView((category) => `Moved ${category.name}`),
})
