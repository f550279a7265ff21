/** `budget month show`: shows a budget month. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag, optional } from '../../command/option-spec.ts'
import { groupOption, monthOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import type { MonthCategory, MonthGroup } from '../../contract/operations/months.ts'
import { toMonth } from '../../money/calendar.ts'
import { isNegative, isZero } from '../../money/decimal.ts'
import { groupThousands } from '../../render/format-amount.ts'
import { type MonthResult, monthView, withSentences } from '../../render/month.ts'
import { totalUncategorizedInMonth } from '../tx/shared/uncategorized.ts'
import { describeMonth } from './shared/next-steps.ts'

export const show = defineCommand({
  name: 'month show',
  summary: 'Show a budget month: Ready to Assign, then every category',
  arguments: { month: optional(monthOption('The month; the current one by default')) },
  flags: {
    group: groupOption('Only the categories of this group'),
    overspent: booleanFlag('Only overspent categories'),
    underfunded: booleanFlag('Only categories whose target needs more'),
    all: booleanFlag('Include archived categories'),
  },
  examples: [
    { when: 'The current month', commandLine: 'budget month' },
    { when: 'Last month', commandLine: 'budget month show last' },
    { when: 'Overspent categories', commandLine: 'budget month show --overspent' },
  ],
  async run(
    context,
    { month = toMonth(context.today), group, overspent, underfunded, all },
  ): Promise<MonthResult> {
    if (overspent && underfunded)
      throw new UserError('usage', 'Use either --overspent or --underfunded, not both')
    const reply = await context.api.getMonth({ month })
    if (context.isLocal && context.showsInfo()) await reportUncategorized(month, context)
    const keeps = (category: MonthCategory): boolean => {
      if (overspent) return isNegative(category.available)
      if (underfunded) return !isZero(category.target?.underfunded_amount ?? '0')
      return all || !category.archived || hasMoney(category)
    }
    const groups = reply.month.category_groups
      .filter(({ id }) => group === undefined || id === group.id)
      .map((monthGroup): MonthGroup => ({ ...monthGroup, categories: monthGroup.categories.filter(keeps) }))
    const filteredReply = { ...reply, month: { ...reply.month, category_groups: groups } }
    // For a remote service in a pipe, reading the card transactions would cost requests for output that is not shown.
    if (!context.showsInfo()) return filteredReply
    return withSentences(filteredReply, await describeMonth(context, reply))
  },
  view: monthView,
})

// Money in an archived category still counts, so the category is shown. docs/spec.md#b70
const hasMoney = ({ assigned, activity, available }: MonthCategory): boolean =>
  [assigned, activity, available].some((amount) => !isZero(amount))

/**
 * Reports uncategorized transactions of a local workspace. A remote one would need requests; `month check`
 * makes them.
 * @see docs/spec.md#b50
 */
async function reportUncategorized(month: string, context: WorkspaceContext): Promise<void> {
  const { count, total } = await totalUncategorizedInMonth(month, context)
  if (count > 0)
    context.info(`Uncategorized: ${count}, ${groupThousands(total)} net; budget review --period ${month}`)
}
