/** `budget schedules post`: creates the transaction of the next date. */

import { defineCommand } from '../../command/define.ts'
import { amountOption, dateOption } from '../../command/options.ts'
import { postNextDate } from '../../schedules/change-dates.ts'
import { scheduleOption } from '../../schedules/schedule-options.ts'
import { defineDatesView } from '../../schedules/schedules-view.ts'

export const post = defineCommand({
  name: 'schedules post',
  summary: 'Enter the transaction of the next date',
  arguments: { schedule: scheduleOption('The schedule') },
  flags: {
    date: dateOption('The date of the transaction; the due date by default'),
    amount: amountOption('Another amount for this time; outflows are negative'),
  },
  examples: [
    { when: 'The rent is paid', commandLine: 'budget schedules post Landlord' },
    { when: 'Paid today', commandLine: 'budget schedules post Landlord --date today' },
  ],
  mutates: true,
  run: (context, { schedule, ...input }) => postNextDate(context, schedule, input),
  view: defineDatesView('Posted'),
})
