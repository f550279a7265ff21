/** `budget schedules delete`: deletes a schedule; its transactions stay. */

import { defineCommand } from '../../command/define.ts'
import { deletionView } from '../../output/deleted.ts'
import { describeSchedule } from '../../schedules/describe-schedule.ts'
import { scheduleOption } from '../../schedules/schedule-options.ts'

export const remove = defineCommand({
  name: 'schedules delete',
  summary: 'Delete a schedule; its transactions stay',
  arguments: { schedule: scheduleOption('The schedule') },
  examples: [{ when: 'The contract has ended', commandLine: 'budget schedules delete Gym' }],
  mutates: true,
  async run({ workspace: { api }, user }, { schedule }) {
    await user.requireConfirmation('Delete this schedule?', async () => describeSchedule(schedule))
    return { ...(await api.deleteSchedule({ schedule_id: schedule.id })), name: schedule.name }
  },
  view: deletionView,
})
