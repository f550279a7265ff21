import { categoryCard } from '../../render/categories.ts'
import { command } from '../command.ts'
import { category } from '../entries.ts'

export const show = command({
  name: 'categories show',
  summary: 'Show one category',
  arguments: { category: category('The category to show') },
  examples: [{ when: 'One category in full', type: 'budget categories show Groceries' }],
  // The group's name helped to find it; the service's own object is what is shown.
  run: (_world, { category: { group_name: _, ...category } }) => category,
  show: categoryCard,
})
