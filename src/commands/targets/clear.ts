/** `budget targets clear`: clears the target of a category. */

import { defineLocalCommand } from '../../command/define.ts'
import { categoryOption } from '../../command/options.ts'
import { clearedTargetView } from '../../month/targets-view.ts'

export const clear = defineLocalCommand({
  name: 'targets clear',
  summary: 'Remove the target of a category and its snoozes',
  arguments: { category: categoryOption('The category') },
  examples: [{ when: 'You cancelled the insurance', commandLine: 'budget targets clear Insurance' }],
  mutates: true,
  run: ({ workspace: { admin } }, { category }) => admin.clearTarget(category.id),
  view: clearedTargetView,
})
