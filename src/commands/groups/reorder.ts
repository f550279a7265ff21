/** `budget groups reorder`: moves a group to another place in the list. */

import { defineLocalCommand } from '../../command/define.ts'
import { groupOption } from '../../command/options.ts'
import { defineGroupChangeView } from '../../month/categories-view.ts'
import { findNewPosition, placeFlags } from '../../month/new-place.ts'

export const reorder = defineLocalCommand({
  name: 'groups reorder',
  summary: 'Move a category group to another place in the list',
  arguments: { group: groupOption('The group to move') },
  flags: placeFlags(groupOption),
  examples: [
    { when: 'What is due first, first', commandLine: 'budget groups reorder Goals --first' },
    { when: 'Beside another one', commandLine: 'budget groups reorder Goals --before Everyday' },
  ],
  mutates: true,
  async run({ api, admin }, { group, ...place }) {
    const { category_groups } = await api.listCategoryGroups({})
    const siblings = category_groups.filter(({ system }) => !system)
    return admin.moveGroup(group.id, findNewPosition(siblings, group, place))
  },
  view: defineGroupChangeView((group) => `Moved ${group.name}`),
})
