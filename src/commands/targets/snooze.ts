import { localCommand } from '../../command/define.ts'
import { category, month } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { monthOf } from '../../money/calendar.ts'
import { snoozedTarget } from '../../render/targets.ts'

export const snooze = localCommand({
  name: 'targets snooze',
  summary: 'Let a category ask for nothing for a month',
  arguments: { category: category('The category') },
  flags: { month: month('Another month than this one') },
  examples: [{ when: 'No saving for the holidays in December', type: 'budget targets snooze Holidays' }],
  changes: true,
  run({ admin, today }, { category, month }) {
    if (!admin.listTargets().some(({ category_id }) => category_id === category.id))
      throw new Mistake('not_found', `${category.name} has no target to snooze`, {
        hint: `budget targets set ${category.name} --kind monthly_refill --amount 100 gives it one`,
      })
    return admin.snoozeTarget(category.id, month ?? monthOf(today))
  },
  show: snoozedTarget,
})
