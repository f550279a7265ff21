/** `budget categories add`: creates a category. */

import { defineCommand } from '../../command/define.ts'
import { required } from '../../command/option-spec.ts'
import { groupOption, nameOption } from '../../command/options.ts'
import { explainArchivedNamesake } from '../../month/archived-namesake.ts'
import { defineCategoryChangeView, warnAboutRtaName } from '../../month/categories-view.ts'

export const add = defineCommand({
  name: 'categories add',
  summary: 'Add a category at the top of a group',
  arguments: { name: nameOption('The name') },
  flags: { group: required(groupOption('The group')) },
  examples: [{ when: 'A new category', commandLine: 'budget categories add Groceries --group Everyday' }],
  mutates: true,
  async run({ workspace: { api, names }, user: { warn } }, { name, group }) {
    const body = { name, group_id: group.id }
    const { category } = await explainArchivedNamesake(names, body, api.createCategory({ body }))
    warnAboutRtaName(warn, name, group.name)
    return category
  },
  view: defineCategoryChangeView((category) => `Added ${category.name} (${category.id})`),
})
