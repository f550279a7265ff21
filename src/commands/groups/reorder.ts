/** `budget groups reorder`: moves a group to another place in the list. */

import { defineLocalCommand } from '../../command/define.ts'
import { groupOption } from '../../command/options.ts'
import { defineGroupChangeView } from '../../month/categories-view.ts'
import { findNewPosition, positionFlags } from '../../month/reorder-position.ts'

export const reorder = defineLocalCommand({
  name: 'groups reorder',
  summary: 'Move a category group to another place in the list',
  arguments: { group: groupOption('The group to move') },
  flags: positionFlags(groupOption),
  examples: [
    { when: 'Put what is due first at the top', commandLine: 'budget groups reorder Goals --first' },
    { when: 'Next to another group', commandLine: 'budget groups reorder Goals --before Everyday' },
  ],
  mutates: true,
  async run({ workspace: { api, admin } }, { group, ...place }) {
    const { category_groups } = await api.listCategoryGroups({})
    const siblings = category_groups.filter(({ system }) => !system)
    return admin.moveGroup(group.id, findNewPosition(siblings, group, place))
  },
  view: defineGroupChangeView((group) => `Moved ${group.name}`),
})
