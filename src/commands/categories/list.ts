/** `budget categories list`: lists the categories by group. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { categoryTreeView } from '../../render/categories.ts'

export const list = defineCommand({
  name: 'categories list',
  summary: 'List the categories by group',
  flags: { archived: booleanFlag('Archived categories too') },
  examples: [
    { when: 'The envelopes you have', commandLine: 'budget categories' },
    { when: 'Those put away as well', commandLine: 'budget categories list --archived' },
  ],
  async run({ api }, { archived }) {
    const { category_groups: groups } = await api.listCategories({})
    if (archived) return groups
    return groups.map((group) => ({
      ...group,
      categories: group.categories.filter((category) => !category.archived),
    }))
  },
  view: categoryTreeView,
})
