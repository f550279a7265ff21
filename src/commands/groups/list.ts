/** `budget groups list`: lists the groups. */

import { defineCommand } from '../../command/define.ts'
import { groupListView } from '../../month/categories-view.ts'

export const list = defineCommand({
  name: 'groups list',
  summary: 'List the category groups',
  examples: [{ when: 'The groups and the number of their categories', commandLine: 'budget groups' }],
  run: async ({ workspace: { api } }) => (await api.listCategoryGroups({})).category_groups,
  view: groupListView,
})
