/** `budget schedules show`: shows one schedule and its latest dates. */

import { defineCommand } from '../../command/define.ts'
import { scheduleOption } from '../../schedules/schedule-options.ts'
import { scheduleView } from '../../schedules/schedules-view.ts'

export const show = defineCommand({
  name: 'schedules show',
  summary: 'Show a schedule and its latest dates',
  arguments: { schedule: scheduleOption('The schedule') },
  examples: [{ when: 'Was the rent paid?', commandLine: 'budget schedules show Landlord' }],
  run: (_context, { schedule }) => schedule,
  view: scheduleView,
})
