/** `budget targets snooze`: snoozes the target of a category for a month. */

import { defineLocalCommand } from '../../command/define.ts'
import { categoryOption, monthOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { toMonth } from '../../money/calendar.ts'
import { snoozedTargetView } from '../../month/targets-view.ts'

export const snooze = defineLocalCommand({
  name: 'targets snooze',
  summary: 'Snooze the target of a category for a month',
  arguments: { category: categoryOption('The category') },
  flags: { month: monthOption('Another month') },
  examples: [{ when: 'Skip a target in December', commandLine: 'budget targets snooze Holidays' }],
  mutates: true,
  run({ workspace: { admin }, invocation: { today } }, { category, month }) {
    if (!admin.listTargets().some(({ category_id }) => category_id === category.id))
      throw new UserError('not_found', `${category.name} has no target to snooze`, {
        hint: `To set one: budget targets set ${category.name} --kind monthly_refill --amount 100`,
      })
    return admin.snoozeTarget(category.id, month ?? toMonth(today))
  },
  view: snoozedTargetView,
})
