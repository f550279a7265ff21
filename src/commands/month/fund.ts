/** `budget month fund`: assigns what targets still need, as far as Ready to Assign goes. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag, withFields, zeroOrMore } from '../../command/option-spec.ts'
import { amountOption, categoryOrGroupOption, monthOption } from '../../command/options.ts'
import { fundTargets } from '../../month/fund.ts'
import { assignmentsView } from '../../month/month-view.ts'

export const fund = defineCommand({
  name: 'month fund',
  summary: 'Assign what targets still need, as far as Ready to Assign allows',
  arguments: {
    things: zeroOrMore(categoryOrGroupOption('The categories or groups, most important first')),
  },
  flags: {
    all: booleanFlag('Every category with a target, in order'),
    upcoming: booleanFlag('What is missing for dates of schedules this month, the earliest first'),
    upTo: withFields(amountOption('Assign at most this much in total'), 'assigned'),
    month: monthOption('Another month'),
  },
  examples: [
    { when: 'On payday', commandLine: 'budget month fund --all' },
    { when: 'The most important first', commandLine: 'budget month fund Rent Groceries Everyday' },
    { when: 'What is still to come this month', commandLine: 'budget month fund --upcoming' },
    { when: 'Up to half of the paycheck', commandLine: 'budget month fund --all --up-to 1200' },
  ],
  mutates: true,
  waitsForRateLimit: true,
  run: fundTargets,
  view: assignmentsView,
})
