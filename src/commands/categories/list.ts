import { command, toggle } from '../../command/define.ts'
import { categoryTree } from '../../render/categories.ts'

export const list = command({
  name: 'categories list',
  summary: 'List the categories by group',
  flags: { archived: toggle('Archived categories too') },
  examples: [
    { when: 'The envelopes you have', type: 'budget categories' },
    { when: 'Those put away as well', type: 'budget categories list --archived' },
  ],
  async run({ api }, { archived }) {
    const { category_groups: groups } = await api.listCategories({})
    if (archived) return groups
    return groups.map((group) => ({ ...group, categories: group.categories.filter((one) => !one.archived) }))
  },
  show: categoryTree,
})
