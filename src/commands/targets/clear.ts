import { localCommand } from '../../command/define.ts'
import { category } from '../../command/options.ts'
import { clearedTarget } from '../../render/targets.ts'

export const clear = localCommand({
  name: 'targets clear',
  summary: 'Forget what a category asks for, and its snoozes',
  arguments: { category: category('The category') },
  examples: [{ when: 'The insurance is cancelled', type: 'budget targets clear Insurance' }],
  changes: true,
  run: ({ admin }, { category }) => admin.clearTarget(category.id),
  show: clearedTarget,
})
