import { command, needed } from '../../command/define.ts'
import { group, name } from '../../command/options.ts'
import { categoryChange } from '../../render/categories.ts'
import { warnOfShortName } from './shared/short-name-hint.ts'

export const add = command({
  name: 'categories add',
  summary: 'Add a category at the top of a group',
  arguments: { name: name('What to call it') },
  flags: { group: needed(group('The group it belongs to')) },
  examples: [{ when: 'A new envelope', type: 'budget categories add Groceries --group Everyday' }],
  changes: true,
  async run({ api, warn }, { name, group }) {
    const { category } = await api.createCategory({ body: { name, group_id: group.id } })
    warnOfShortName(warn, name, group.name)
    return category
  },
  show: categoryChange((category) => `Added ${category.name} (${category.id})`),
})
