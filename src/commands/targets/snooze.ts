import { monthOf } from '../../money/calendar.ts'
import { snoozedTarget } from '../../render/targets.ts'
import { localCommand } from '../command.ts'
import { category, month } from '../entries.ts'

export const snooze = localCommand({
  name: 'targets snooze',
  summary: 'Let a category ask for nothing for a month',
  arguments: { category: category('The category') },
  flags: { month: month('Another month than this one') },
  examples: [{ when: 'No saving for the holidays in December', type: 'budget targets snooze Holidays' }],
  changes: true,
  run: ({ admin, today }, { category, month }) => admin.snoozeTarget(category.id, month ?? monthOf(today)),
  show: snoozedTarget,
})
