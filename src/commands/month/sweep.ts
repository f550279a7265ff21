/** `budget month sweep`: returns what is left over in categories to Ready to Assign. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag, zeroOrMore } from '../../command/option-spec.ts'
import { categoryOrGroupOption, monthOption } from '../../command/options.ts'
import { assignmentsView } from '../../month/month-view.ts'
import { sweepLeftovers } from '../../month/sweep.ts'

export const sweep = defineCommand({
  name: 'month sweep',
  summary: 'Return what is left over to Ready to Assign',
  arguments: { things: zeroOrMore(categoryOrGroupOption('The categories or groups')) },
  flags: {
    all: booleanFlag('Every category except those of credit cards'),
    month: monthOption('Another month'),
  },
  examples: [
    { when: 'What Groceries did not need', commandLine: 'budget month sweep Groceries' },
    { when: 'At the end of a month', commandLine: 'budget month sweep Everyday --month last' },
  ],
  mutates: true,
  waitsForRateLimit: true,
  run: sweepLeftovers,
  view: assignmentsView,
})
