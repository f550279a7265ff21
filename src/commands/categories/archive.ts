import { command, some } from '../../command/define.ts'
import { oneOrMany } from '../../command/for-each.ts'
import { category } from '../../command/options.ts'
import { categoryChange } from '../../render/categories.ts'

export const archive = command({
  name: 'categories archive',
  summary: 'Put categories away; their money and history stay',
  arguments: { categories: some(category('The categories to put away')) },
  examples: [{ when: 'An envelope no longer used', type: 'budget categories archive Hobbies' }],
  changes: true,
  run: (world, { categories }) =>
    oneOrMany(
      world,
      categories,
      async ({ id }) => {
        const { category } = await world.api.updateCategory({ category_id: id, body: { archived: true } })
        return category
      },
      ({ id, name }) => ({ id, name }),
    ),
  show: categoryChange((category) => `Archived ${category.name}`),
})
