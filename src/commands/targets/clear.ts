/** `budget targets clear`: clears the target of a category. */

import { defineLocalCommand } from '../../command/define.ts'
import { categoryOption } from '../../command/options.ts'
import { clearedTargetView } from '../../render/targets.ts'

export const clear = defineLocalCommand({
  name: 'targets clear',
  summary: 'Forget what a category asks for, and its snoozes',
  arguments: { category: categoryOption('The category') },
  examples: [{ when: 'The insurance is cancelled', commandLine: 'budget targets clear Insurance' }],
  mutates: true,
  run: ({ admin }, { category }) => admin.clearTarget(category.id),
  view: clearedTargetView,
})
