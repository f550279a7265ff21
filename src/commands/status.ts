/** `budget status`: shows the budget at a glance. */

import { defineCommand } from '../command/define.ts'
import { readStatus } from '../month/read-status.ts'
import { statusView } from '../month/status-view.ts'

export const status = defineCommand({
  name: 'status',
  summary: 'The budget at a glance',
  examples: [{ when: 'A quick overview', commandLine: 'budget status' }],
  run: readStatus,
  view: statusView,
})
