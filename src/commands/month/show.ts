/** `budget month show`: shows a budget month. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag, optional } from '../../command/option-spec.ts'
import { categoryOption, groupOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import type { MonthCategory, MonthGroup } from '../../contract/operations/months.ts'
import { daysInMonth, toMonth } from '../../money/calendar.ts'
import { isNegative, isZero } from '../../money/decimal.ts'
import { explainCategory, explainReadyToAssign } from '../../month/explain.ts'
import { type MonthOrCategory, monthOrCategoryOption } from '../../month/month-or-category.ts'
import { monthView, type ShownMonth, withSentences } from '../../month/month-view.ts'
import { describeMonth } from '../../month/next-steps.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { toShellValue } from '../../output/shell-words.ts'
import { reportFutureRows } from '../../transactions/future-rows.ts'
import { totalUncategorizedInMonth } from '../../transactions/uncategorized.ts'

export const show = defineCommand({
  name: 'month show',
  summary: 'Show a budget month: Ready to Assign, then every category',
  arguments: {
    month: optional(monthOrCategoryOption('The month, the current one by default; or a category')),
    category: optional(categoryOption('Only this category')),
  },
  flags: {
    group: groupOption('Only the categories of this group'),
    overspent: booleanFlag('Only overspent categories'),
    underfunded: booleanFlag('Only categories whose target needs more'),
    all: booleanFlag('Include archived categories'),
    explain: booleanFlag('Why Ready to Assign, or what a category has, is what it is: its parts'),
  },
  examples: [
    { when: 'The current month', commandLine: 'budget month' },
    { when: 'Last month', commandLine: 'budget month show last' },
    { when: 'Overspent categories', commandLine: 'budget month show --overspent' },
    { when: 'Why is Ready to Assign negative?', commandLine: 'budget month --explain' },
    { when: 'Where did the money of a category go?', commandLine: 'budget month show Groceries --explain' },
  ],
  async run(
    context,
    { month: first, category: second, group, overspent, underfunded, all, explain },
  ): Promise<ShownMonth> {
    const { month, category } = resolveSubject(context, first, second)
    assertFlagsFit({ group, overspent, underfunded, all, explain }, category)
    if (explain)
      return category ? explainCategory(context, month, category) : explainReadyToAssign(context, month)
    const reply = await context.api.getMonth({ month })
    if (context.isLocal && context.showsInfo()) await reportUncategorized(month, context)
    if (month === toMonth(context.today))
      await reportFutureRows(context, { until_date: `${month}-${daysInMonth(month)}` })
    const keeps = (one: MonthCategory): boolean => {
      if (category) return one.id === category.id
      if (overspent) return isNegative(one.available)
      if (underfunded) return !isZero(one.target?.underfunded_amount ?? '0')
      return all || !one.archived || hasMoney(one)
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

type Category = { id: string; name: string }

/** Returns the month and the category that the arguments name. */
function resolveSubject(
  { today }: Pick<WorkspaceContext, 'today'>,
  first: MonthOrCategory | undefined,
  second: Category | undefined,
): { month: string; category: Category | undefined } {
  if (!first) return { month: toMonth(today), category: undefined }
  if ('month' in first) return { month: first.month, category: second }
  if (second) {
    const hint = `Example: budget month show 2026-10 ${toShellValue(second.name)}`
    throw new UserError('usage', 'Give the month before the category', { hint })
  }
  return { month: toMonth(today), category: first.category }
}

interface ShowFlags {
  group: Category | undefined
  overspent: boolean | undefined
  underfunded: boolean | undefined
  all: boolean | undefined
  explain: boolean | undefined
}

/** Asserts that the flags that choose categories can be combined. */
function assertFlagsFit(
  { group, overspent, underfunded, all, explain }: ShowFlags,
  category: Category | undefined,
): void {
  if (overspent && underfunded)
    throw new UserError('usage', 'Use either --overspent or --underfunded, not both')
  const chosen = Object.entries({
    '--group': group,
    '--overspent': overspent,
    '--underfunded': underfunded,
    '--all': all,
  })
  const [flag] = chosen.find(([, value]) => Boolean(value)) ?? []
  if (flag === undefined || !(explain || category)) return
  throw new UserError('usage', `Use either ${category ? category.name : '--explain'} or ${flag}, not both`)
}

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
