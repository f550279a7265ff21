/** `budget month copy`: copies the assigned amounts of a month to another one. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { monthOption } from '../../command/options.ts'
import { copyMonth } from '../../month/copy.ts'
import { assignmentsView } from '../../month/month-view.ts'

export const copy = defineCommand({
  name: 'month copy',
  summary: 'Copy the assigned amounts of another month',
  arguments: { from: monthOption('The month to copy') },
  flags: {
    to: monthOption('The month to copy to; the current one by default'),
    onlyEmpty: booleanFlag('Only categories with nothing assigned'),
  },
  examples: [
    { when: 'Copy last month to this month', commandLine: 'budget month copy last' },
    {
      when: 'Copy to empty categories of next month',
      commandLine: 'budget month copy this --to next --only-empty',
    },
  ],
  mutates: true,
  waitsForRateLimit: true,
  run: copyMonth,
  view: assignmentsView,
})
