/** `budget categories rename`: renames a category. */

import { defineCommand } from '../../command/define.ts'
import { categoryOption, nameOption } from '../../command/options.ts'
import { explainArchivedNamesake } from '../../month/archived-namesake.ts'
import { defineCategoryChangeView, warnAboutRtaName } from '../../month/categories-view.ts'

export const rename = defineCommand({
  name: 'categories rename',
  summary: 'Rename a category',
  arguments: { category: categoryOption('The category to rename'), name: nameOption('The new name') },
  examples: [{ when: 'A better name', commandLine: 'budget categories rename Food Groceries' }],
  mutates: true,
  async run({ workspace: { api, names }, user: { warn } }, { category, name }) {
    const { id: category_id, group_id } = category
    const update = api.updateCategory({ category_id, body: { name } })
    const { category: renamed } = await explainArchivedNamesake(names, { name, group_id }, update)
    warnAboutRtaName(warn, name, category.group_name)
    return renamed
  },
  view: defineCategoryChangeView((category) => `Renamed the category to ${category.name}`),
})
