/** `budget month move`: moves assigned money from one category to another. */

import { requireArgumentOrFlag } from '../../command/argument-or-flag.ts'
import { defineCommand } from '../../command/define.ts'
import { optional, withFields } from '../../command/option-spec.ts'
import { amountOption, categoryOrRtaOption, monthOption } from '../../command/options.ts'
import { assignmentsView } from '../../month/month-view.ts'
import { moveMoney } from '../../month/move.ts'

const sourceOption = categoryOrRtaOption('The category to take it from')

const destinationOption = categoryOrRtaOption('The category to move it to')

export const move = defineCommand({
  name: 'month move',
  summary: 'Move money from one category to another',
  arguments: {
    amount: amountOption('The amount'),
    fromArgument: optional(withFields({ ...sourceOption, placeholder: 'FROM' })),
    toArgument: optional(withFields({ ...destinationOption, placeholder: 'TO' })),
  },
  flags: {
    from: withFields(sourceOption),
    to: withFields(destinationOption),
    month: monthOption('Another month'),
  },
  examples: [
    { when: 'Move money from Fun to Eating out', commandLine: 'budget month move 30 Fun "Eating out"' },
    {
      when: 'Return money to Ready to Assign',
      commandLine: 'budget month move 100 --from Holidays --to rta',
    },
  ],
  mutates: true,
  waitsForRateLimit: true,
  async run(context, { amount, month, ...typed }) {
    const from = await requireArgumentOrFlag(context, 'from', {
      argument: typed.fromArgument,
      flag: typed.from,
      option: sourceOption,
    })
    const to = await requireArgumentOrFlag(context, 'to', {
      argument: typed.toArgument,
      flag: typed.to,
      option: destinationOption,
    })
    return moveMoney(context, { amount, from, to, month })
  },
  view: assignmentsView,
})
