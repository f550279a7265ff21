import { command } from '../../command/define.ts'
import { group, name } from '../../command/options.ts'
import { groupChange } from '../../render/categories.ts'

export const rename = command({
  name: 'groups rename',
  summary: 'Rename a category group',
  arguments: { group: group('The group to rename'), name: name('Its new name') },
  examples: [{ when: 'A better word', type: 'budget groups rename Everyday "Day to day"' }],
  changes: true,
  run: async ({ api }, { group, name }) =>
    (await api.updateCategoryGroup({ group_id: group.id, body: { name } })).category_group,
  show: groupChange((group) => `The group is now called ${group.name}`),
})
