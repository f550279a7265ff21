/** `budget month check`: finds overspending, a negative Ready to Assign and uncategorized transactions. */

import { defineCommand } from '../../command/define.ts'
import { optional } from '../../command/option-spec.ts'
import { monthOption } from '../../command/options.ts'
import { checkMonth, monthCheckView } from '../../month/month-check-view.ts'

export const check = defineCommand({
  name: 'month check',
  summary: 'Check for overspending, negative Ready to Assign and uncategorized transactions',
  arguments: { month: optional(monthOption('The month; the current one by default')) },
  examples: [
    { when: 'Check the current month', commandLine: 'budget month check' },
    { when: 'Last month, in a script', commandLine: 'budget month check last --json' },
  ],
  run: checkMonth,
  view: monthCheckView,
  resultStatus: ({ problems }) => (problems.length > 0 ? 'problems-found' : 'done'),
})
