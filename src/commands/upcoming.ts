/** `budget upcoming`: what is coming day by day, and what each account has then. */

import { defineCommand } from '../command/define.ts'
import { withDefault } from '../command/option-spec.ts'
import { integerOption } from '../command/options.ts'
import { readUpcoming } from '../schedules/upcoming.ts'
import { upcomingView } from '../schedules/upcoming-view.ts'

const MAX_DAYS = 3660

export const upcoming = defineCommand({
  name: 'upcoming',
  summary: 'Show what is coming day by day, and what each account has then',
  flags: { days: withDefault(integerOption('How many days ahead; 30 by default', 1, MAX_DAYS), '30') },
  examples: [
    { when: 'The next month', commandLine: 'budget upcoming' },
    { when: 'The next quarter', commandLine: 'budget upcoming --days 90' },
  ],
  run: (context, { days }) => readUpcoming(context, days),
  view: upcomingView,
})
