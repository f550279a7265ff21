import { command } from '../../command/define.ts'
import { groupList } from '../../render/categories.ts'

export const list = command({
  name: 'groups list',
  summary: 'List the category groups',
  examples: [{ when: 'The groups and how many categories each has', type: 'budget groups' }],
  run: async ({ api }) => (await api.listCategoryGroups({})).category_groups,
  show: groupList,
})
