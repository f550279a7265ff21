import { command } from '../../command/define.ts'
import { name } from '../../command/options.ts'
import { groupChange } from '../../render/categories.ts'

export const add = command({
  name: 'groups add',
  summary: 'Add a category group',
  arguments: { name: name('What to call it') },
  examples: [{ when: 'A place for the everyday envelopes', type: 'budget groups add Everyday' }],
  changes: true,
  run: async ({ api }, { name }) => (await api.createCategoryGroup({ body: { name } })).category_group,
  show: groupChange((group) => `Added the group ${group.name} (${group.id})`),
})
