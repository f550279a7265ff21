import { command } from '../../command/define.ts'
import { category } from '../../command/options.ts'
import { categoryCard } from '../../render/categories.ts'

export const show = command({
  name: 'categories show',
  summary: 'Show one category',
  arguments: { category: category('The category to show') },
  examples: [{ when: 'One category in full', type: 'budget categories show Groceries' }],
  run: async ({ api }, { category }) => (await api.getCategory({ category_id: category.id })).category,
  show: categoryCard,
})
