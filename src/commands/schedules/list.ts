/** `budget schedules list`: lists the schedules with their next dates. */

import { defineCommand } from '../../command/define.ts'
import { listSchedules } from '../../schedules/list-schedules.ts'
import { scheduleListView } from '../../schedules/schedules-view.ts'
import { reportDatesToPost } from '../../schedules/tell-due.ts'

export const list = defineCommand({
  name: 'schedules list',
  summary: 'List schedules by their next dates, and whether there is money for them',
  examples: [
    { when: 'What recurs', commandLine: 'budget schedules' },
    { when: 'For a script', commandLine: 'budget schedules --json --fields name,next_due_date,next_amount' },
  ],
  async run(context) {
    await reportDatesToPost(context)
    return listSchedules(context)
  },
  view: scheduleListView,
})
