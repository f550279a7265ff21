/** `budget month move`: moves assigned money from one category to another. */

import { requireArgumentOrFlag } from '../../command/argument-or-flag.ts'
import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { optional, withFields } from '../../command/option-spec.ts'
import { amountOption, categoryOrRtaOption, monthOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { assignCategory, type MonthCategory } from '../../contract/operations/months.ts'
import { assertValid, createOfflineValidation } from '../../contract/validate.ts'
import { toMonth } from '../../money/calendar.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { isNegative, isZero, negate, subtract } from '../../money/decimal.ts'
import { type AssignmentChange, adjustBy, assignAtomically, findMonthCategory } from '../../month/assign.ts'
import { assignmentsView } from '../../month/month-view.ts'
import { addMonthSummary } from '../../month/next-steps.ts'
import { groupThousands } from '../../output/format-amount.ts'

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
  async run(context, { amount, month = toMonth(context.today), ...input }) {
    const from = await requireArgumentOrFlag(context, 'from', {
      argument: input.fromArgument,
      flag: input.from,
      option: sourceOption,
    })
    const to = await requireArgumentOrFlag(context, 'to', {
      argument: input.toArgument,
      flag: input.to,
      option: destinationOption,
    })
    if (isNegative(amount) || isZero(amount))
      throw new UserError('invalid', `The amount must be above zero, not ${amount}`, { field: 'amount' })
    if (from === to || (from !== 'rta' && to !== 'rta' && from.id === to.id))
      throw new UserError('invalid', 'FROM and TO must be different', {
        field: 'to',
      })
    const reply = await context.api.getMonth({ month })
    const workspace = createOfflineValidation(getCurrencyDecimals(reply.currency))
    assertValid(assignCategory.body, { assigned: amount }, workspace)
    const changes: AssignmentChange[] = []
    if (from !== 'rta') {
      const source = findMonthCategory(reply, from)
      await confirmOverdraw(context, { source, amount, month })
      changes.push(adjustBy(source, negate(amount)))
    }
    if (to !== 'rta') changes.push(adjustBy(findMonthCategory(reply, to), amount))
    return addMonthSummary(context, reply, await assignAtomically(context, month, changes))
  },
  view: assignmentsView,
})

interface Withdrawal {
  source: MonthCategory
  amount: string
  month: string
}

/** Asks before more leaves a category than it has. @see docs/cli.md#month-move */
async function confirmOverdraw(
  context: WorkspaceContext,
  { source: { name, available }, amount, month }: Withdrawal,
): Promise<void> {
  const left = subtract(available, amount)
  if (!isNegative(left)) return
  await context.requireConfirmation(
    `Move ${groupThousands(subtract(available, left))} out of ${name}, which has ${groupThousands(available)}?`,
    async () => `${name} would be overspent by ${groupThousands(negate(left))} in ${month}`,
  )
}
