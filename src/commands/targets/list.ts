import { localCommand } from '../../command/define.ts'
import { targetList } from '../../render/targets.ts'

export const list = localCommand({
  name: 'targets list',
  summary: 'List the targets of the categories',
  examples: [{ when: 'What the envelopes ask for', type: 'budget targets' }],
  run: ({ admin }) => admin.listTargets(),
  show: targetList,
})
