/** `budget categories list`: lists the categories by group. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { categoryTreeView } from '../../month/categories-view.ts'

export const list = defineCommand({
  name: 'categories list',
  summary: 'List the categories by group',
  flags: { archived: booleanFlag('Include archived categories') },
  examples: [
    { when: 'Your categories', commandLine: 'budget categories' },
    { when: 'With the archived ones', commandLine: 'budget categories list --archived' },
  ],
  async run({ workspace: { api } }, { archived }) {
    const { category_groups: groups } = await api.listCategories({})
    if (archived) return groups
    return groups.map((group) => ({
      ...group,
      categories: group.categories.filter((category) => !category.archived),
    }))
  },
  view: categoryTreeView,
})
