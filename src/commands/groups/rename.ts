/** `budget groups rename`: renames a group. */

import { defineCommand } from '../../command/define.ts'
import { groupOption, nameOption } from '../../command/options.ts'
import { defineGroupChangeView } from '../../month/categories-view.ts'

export const rename = defineCommand({
  name: 'groups rename',
  summary: 'Rename a category group',
  arguments: { group: groupOption('The group to rename'), name: nameOption('The new name') },
  examples: [{ when: 'A better name', commandLine: 'budget groups rename Everyday "Day to day"' }],
  mutates: true,
  run: async ({ workspace: { api } }, { group, name }) =>
    (await api.updateCategoryGroup({ group_id: group.id, body: { name } })).category_group,
  view: defineGroupChangeView((group) => `Renamed the group to ${group.name}`),
})
