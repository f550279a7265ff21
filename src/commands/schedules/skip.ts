/** `budget schedules skip`: skips the next date, or all dates before a day. */

import { defineCommand } from '../../command/define.ts'
import { skipDates } from '../../schedules/change-dates.ts'
import { fromOption, scheduleOption } from '../../schedules/schedule-options.ts'
import { defineDatesView } from '../../schedules/schedules-view.ts'

export const skip = defineCommand({
  name: 'schedules skip',
  summary: 'Skip the next date',
  arguments: { schedule: scheduleOption('The schedule') },
  flags: { until: fromOption('Skip every date before this day or month') },
  examples: [
    { when: 'Not this month', commandLine: 'budget schedules skip Gym' },
    { when: 'Not before January', commandLine: 'budget schedules skip Gym --until 2027-01' },
  ],
  mutates: true,
  run: (context, { schedule, until }) => skipDates(context, schedule, until),
  view: defineDatesView('Skipped'),
})
