import { command } from '../../command/define.ts'
import { category, name } from '../../command/options.ts'
import { categoryChange } from '../../render/categories.ts'
import { warnOfShortName } from './shared/short-name-hint.ts'

export const rename = command({
  name: 'categories rename',
  summary: 'Rename a category',
  arguments: { category: category('The category to rename'), name: name('Its new name') },
  examples: [{ when: 'A better word', type: 'budget categories rename Food Groceries' }],
  changes: true,
  async run({ api, warn }, { category, name }) {
    const renamed = (await api.updateCategory({ category_id: category.id, body: { name } })).category
    warnOfShortName(warn, name, category.group_name)
    return renamed
  },
  show: categoryChange((category) => `The category is now called ${category.name}`),
})
