import { command, needed } from '../../command/define.ts'
import { category, group } from '../../command/options.ts'
import { categoryChange } from '../../render/categories.ts'

export const move = command({
  name: 'categories move',
  summary: 'Move a category to another group',
  arguments: { category: category('The category to move') },
  flags: { group: needed(group('The group it moves to')) },
  examples: [
    { when: 'It turned out to be a monthly bill', type: 'budget categories move Phone --group Bills' },
  ],
  changes: true,
  run: async ({ api }, { category, group }) =>
    (await api.updateCategory({ category_id: category.id, body: { group_id: group.id } })).category,
  show: categoryChange((category) => `Moved ${category.name}`),
})
