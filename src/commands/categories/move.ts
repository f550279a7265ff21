/** `budget categories move`: moves a category to another group. */

import { defineCommand } from '../../command/define.ts'
import { required } from '../../command/option-spec.ts'
import { categoryOption, groupOption } from '../../command/options.ts'
import { explainArchivedNamesake } from '../../month/archived-namesake.ts'
import { defineCategoryChangeView } from '../../month/categories-view.ts'

export const move = defineCommand({
  name: 'categories move',
  summary: 'Move a category to another group',
  arguments: { category: categoryOption('The category to move') },
  flags: { group: required(groupOption('The new group')) },
  examples: [{ when: 'Make it a bill', commandLine: 'budget categories move Phone --group Bills' }],
  mutates: true,
  async run({ workspace: { api, names } }, { category: { id, name }, group }) {
    const group_id = group.id
    const update = api.updateCategory({ category_id: id, body: { group_id } })
    return (await explainArchivedNamesake(names, { name, group_id }, update)).category
  },
  view: defineCategoryChangeView((category) => `Moved ${category.name}`),
})
