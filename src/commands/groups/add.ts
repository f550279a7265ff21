/** `budget groups add`: creates a group of categories. */

import { defineCommand } from '../../command/define.ts'
import { nameOption } from '../../command/options.ts'
import { defineGroupChangeView } from '../../month/categories-view.ts'

export const add = defineCommand({
  name: 'groups add',
  summary: 'Add a category group',
  arguments: { name: nameOption('The name') },
  examples: [{ when: 'A group for everyday categories', commandLine: 'budget groups add Everyday' }],
  mutates: true,
  run: async ({ workspace: { api } }, { name }) =>
    (await api.createCategoryGroup({ body: { name } })).category_group,
  view: defineGroupChangeView((group) => `Added group ${group.name} (${group.id})`),
})
