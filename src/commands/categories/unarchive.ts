import { command, some } from '../../command/define.ts'
import { oneOrMany } from '../../command/for-each.ts'
import { archivedCategory } from '../../command/options.ts'
import { categoryChange } from '../../render/categories.ts'

export const unarchive = command({
  name: 'categories unarchive',
  summary: 'Take archived categories back into use',
  arguments: { categories: some(archivedCategory('The categories to take back')) },
  examples: [{ when: 'It is needed after all', type: 'budget categories unarchive Hobbies' }],
  changes: true,
  run: (world, { categories }) =>
    oneOrMany(
      world,
      categories,
      async ({ id }) => {
        const { category } = await world.api.updateCategory({ category_id: id, body: { archived: false } })
        return category
      },
      ({ id, name }) => ({ id, name }),
    ),
  show: categoryChange((category) => `Took back ${category.name}`),
})
