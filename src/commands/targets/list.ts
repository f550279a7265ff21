/** `budget targets list`: lists the targets. */

import { defineLocalCommand } from '../../command/define.ts'
import { targetListView } from '../../month/targets-view.ts'

export const list = defineLocalCommand({
  name: 'targets list',
  summary: 'List the targets of the categories',
  examples: [{ when: 'All targets', commandLine: 'budget targets' }],
  run: ({ workspace: { admin } }) => admin.listTargets(),
  view: targetListView,
})
