/** `budget schedules resume`: resumes a schedule. */

import { defineCommand } from '../../command/define.ts'
import { setPaused } from '../../schedules/change-dates.ts'
import { scheduleOption } from '../../schedules/schedule-options.ts'
import { defineScheduleChangeView } from '../../schedules/schedules-view.ts'

export const resume = defineCommand({
  name: 'schedules resume',
  summary: 'Expect a paused schedule again',
  arguments: { schedule: scheduleOption('The schedule') },
  examples: [{ when: 'The gym is open again', commandLine: 'budget schedules resume Gym' }],
  mutates: true,
  run: (context, { schedule }) => setPaused(context, schedule, false),
  view: defineScheduleChangeView('Resumed'),
})
