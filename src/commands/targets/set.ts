/** `budget targets set`: sets the target of a category. */

import { requireArgumentOrFlag } from '../../command/argument-or-flag.ts'
import { defineLocalCommand } from '../../command/define.ts'
import { optional, withFields } from '../../command/option-spec.ts'
import { amountOption, categoryOption, dateOption, enumOption, integerOption } from '../../command/options.ts'
import { targetKinds } from '../../contract/ports/workspace-admin.ts'
import { setTarget } from '../../month/set-target.ts'
import { targetChangeView } from '../../month/targets-view.ts'

const targetAmountOption = amountOption('The amount; per week for weekly targets')

export const set = defineLocalCommand({
  name: 'targets set',
  summary: 'Set or replace the target of a category',
  arguments: { category: categoryOption('The category'), amountArgument: optional(targetAmountOption) },
  flags: {
    kind: withFields(
      enumOption(
        'The kind of target; monthly_refill by default, by_date with --by, weekly_refill with --weekday',
        'KIND',
        targetKinds,
      ),
      'kind',
    ),
    amount: targetAmountOption,
    weekday: withFields(integerOption('The day of weekly targets; 0 is Monday', 0, 6), 'weekday'),
    by: withFields(dateOption('The due date of a by_date target'), 'by'),
    repeatMonths: withFields(
      integerOption('Months until a by_date target repeats', 1, 1200),
      'repeat_months',
    ),
  },
  examples: [
    {
      when: 'Refill up to an amount every month',
      commandLine: 'budget targets set Groceries 400',
    },
    {
      when: 'An amount every Friday',
      commandLine: 'budget targets set "Eating out" 25 --kind weekly_set_aside --weekday 4',
    },
    {
      when: 'Once a year',
      commandLine: 'budget targets set Insurance 600 --by 2027-03-01 --repeat-months 12',
    },
  ],
  mutates: true,
  async run(context, { amountArgument: argument, amount: flag, ...input }) {
    const option = targetAmountOption
    const amount = await requireArgumentOrFlag(context, 'amount', { argument, flag, option })
    return setTarget(context, { ...input, amount })
  },
  view: targetChangeView,
})
