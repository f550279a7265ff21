/** `budget schedules pause`: pauses a schedule. */

import { defineCommand } from '../../command/define.ts'
import { setPaused } from '../../schedules/change-dates.ts'
import { scheduleOption } from '../../schedules/schedule-options.ts'
import { defineScheduleChangeView } from '../../schedules/schedules-view.ts'

export const pause = defineCommand({
  name: 'schedules pause',
  summary: 'Stop expecting a schedule until it is resumed',
  arguments: { schedule: scheduleOption('The schedule') },
  examples: [{ when: 'The gym is closed', commandLine: 'budget schedules pause Gym' }],
  mutates: true,
  run: (context, { schedule }) => setPaused(context, schedule, true),
  view: defineScheduleChangeView('Paused'),
})
