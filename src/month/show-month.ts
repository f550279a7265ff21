/** Reads what a budget month shows: its categories, or why a figure is what it is. */

import type { WorkspaceContext } from '../command/context.ts'
import type { OptionSpec } from '../command/option-spec.ts'
import { categoryOption, monthOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import type { MonthCategory, MonthGroup } from '../contract/operations/months.ts'
import { daysInMonth, toMonth } from '../money/calendar.ts'
import { isNegative, isZero } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { toShellValue } from '../output/shell-words.ts'
import { reportDatesToPost } from '../schedules/tell-due.ts'
import { reportFutureRows } from '../transactions/future-rows.ts'
import { totalUncategorizedInMonth } from '../transactions/uncategorized.ts'
import { explainCategory, explainReadyToAssign } from './explain.ts'
import { type MonthReply, type ShownMonth, type UpcomingCategory, withAdvice } from './month-view.ts'
import { describeMonth } from './next-steps.ts'

/** Reads a month, a part of its categories, or the explanation of a figure, and tells what is not in the figures. */
export async function showMonth(
  context: WorkspaceContext,
  {
    month: first,
    category: second,
    ...flags
  }: ShowFlags & {
    month: MonthOrCategory | undefined
    category: Category | undefined
  },
): Promise<ShownMonth> {
  const { month, category } = resolveSubject(context, first, second)
  assertFlagsFit(flags, category)
  const { group, overspent, underfunded, all, explain, upcoming } = flags
  if (explain)
    return category ? explainCategory(context, month, category) : explainReadyToAssign(context, month)
  const read = await context.workspace.api.getMonth({ month })
  const reply = upcoming ? await readUpcoming(context, read) : read
  if (!context.workspace.costsRequests && context.user.showsInfo()) await reportUncategorized(month, context)
  if (month === toMonth(context.invocation.today)) {
    await reportFutureRows(context, { until_date: `${month}-${daysInMonth(month)}` })
    await reportDatesToPost(context)
  }
  const keeps = (one: MonthCategory): boolean => {
    if (category) return one.id === category.id
    if (overspent) return isNegative(one.available)
    if (underfunded) return !isZero(one.target?.underfunded_amount ?? '0')
    return all || !one.archived || hasMoney(one) || isNeeded(one)
  }
  const groups = reply.month.category_groups
    .filter(({ id }) => group === undefined || id === group.id)
    .map((monthGroup): MonthGroup => ({ ...monthGroup, categories: monthGroup.categories.filter(keeps) }))
  const filteredReply = { ...reply, month: { ...reply.month, category_groups: groups } }
  // For a remote service in a pipe, reading the card transactions would cost requests for output that is not shown.
  if (!context.user.showsInfo()) return filteredReply
  const advice = await describeMonth(context, reply)
  if (!upcoming) return withAdvice(filteredReply, advice)
  const { describeMissing } = await import('./upcoming-needs.ts')
  return withAdvice(filteredReply, [...advice, ...describeMissing(reply)])
}

type Category = { id: string; name: string }

/** Returns the month and the category that the arguments name. */
function resolveSubject(
  { invocation: { today } }: Pick<WorkspaceContext, 'invocation'>,
  first: MonthOrCategory | undefined,
  second: Category | undefined,
): { month: string; category: Category | undefined } {
  if (!first) return { month: toMonth(today), category: undefined }
  if ('month' in first) return { month: first.month, category: second }
  if (second) {
    const hint = `Example: budget month show 2026-10 ${toShellValue(second.name)}`
    throw new UserError('usage', 'Put the month before the category', { hint })
  }
  return { month: toMonth(today), category: first.category }
}

interface ShowFlags {
  group: Category | undefined
  overspent: boolean
  underfunded: boolean
  all: boolean
  explain: boolean
  upcoming: boolean
}

/** Returns the month with what is still to come. Other months do not load what finds it out. */
async function readUpcoming(context: WorkspaceContext, reply: MonthReply): Promise<MonthReply> {
  const { addUpcoming, readUpcomingNeeds } = await import('./upcoming-needs.ts')
  return addUpcoming(reply, await readUpcomingNeeds(context, reply))
}

/** Asserts that the flags that choose categories can be combined. */
function assertFlagsFit(
  { group, overspent, underfunded, all, explain, upcoming }: ShowFlags,
  category: Category | undefined,
): void {
  if (overspent && underfunded)
    throw new UserError('usage', 'Use either --overspent or --underfunded, not both')
  if (explain && upcoming) throw new UserError('usage', 'Use either --explain or --upcoming, not both')
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

const isNeeded = ({ upcoming_needed }: Partial<UpcomingCategory>): boolean => !isZero(upcoming_needed ?? '0')

/**
 * Reports uncategorized transactions of a local workspace. A remote one would need requests; `month check`
 * makes them.
 * @see docs/spec.md#b50
 */
async function reportUncategorized(month: string, context: WorkspaceContext): Promise<void> {
  const { count, total } = await totalUncategorizedInMonth(month, context.workspace)
  if (count > 0)
    context.user.info(
      `Uncategorized: ${count}, ${groupThousands(total)} net; budget review --period ${month}`,
    )
}

/** A month, or a category. */
export type MonthOrCategory = { month: string } | { category: { id: string; name: string } }

/** A text that can only be meant as a month. */
const LIKE_A_MONTH = /^(?:\d{4}-\d*|[+-]\d+)$/

/** A month or a category. */
export function monthOrCategoryOption(help: string): OptionSpec<MonthOrCategory> {
  const month = monthOption(help)
  const category = categoryOption(help)
  return {
    ...month,
    completion: 'category',
    async parse(text, context) {
      try {
        return { month: await month.parse(text, context) }
      } catch (error) {
        if (!(error instanceof UserError) || LIKE_A_MONTH.test(text)) throw error
        return { category: await category.parse(text, context) }
      }
    },
  }
}
