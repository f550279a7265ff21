/** Reads what dates of schedules still need in the current month. @see docs/schedules.md#needs */

import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import type { MonthCategory } from '../contract/operations/months.ts'
import { daysInMonth, toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { isZero, sum } from '../money/decimal.ts'
import { formatAmount, type MinorUnits } from '../money/minor-units.ts'
import { groupThousands } from '../output/format-amount.ts'
import type { Needs } from '../schedules/needs.ts'
import { readPlan } from '../schedules/read-plan.ts'
import { listMonthCategories } from './assign.ts'
import type { MonthReply, UpcomingCategory } from './month-view.ts'

/**
 * Reads what open dates need until the end of the current month.
 * @throws UserError for another month, of which no one knows what will be available
 */
export async function readUpcomingNeeds(
  context: Pick<WorkspaceContext, 'workspace' | 'invocation'>,
  reply: MonthReply,
): Promise<Needs> {
  const { month } = reply.month
  if (month !== toMonth(context.invocation.today))
    throw new UserError('usage', `--upcoming is about the current month, not ${month}`, {
      hint: 'For what later dates need: budget schedules',
    })
  return (await readPlan(context, `${month}-${daysInMonth(month)}`, reply)).needs
}

/** Returns the month with what is still to come and what is missing for it, in each category. */
export function addUpcoming(reply: MonthReply, { categories }: Needs): MonthReply {
  const format = (amount: MinorUnits): string => formatAmount(amount, getCurrencyDecimals(reply.currency))
  const addToCategory = (category: MonthCategory): UpcomingCategory => {
    const { dates = [], shortfall = 0n } = categories.get(category.id) ?? {}
    const needed = dates.reduce((total, date) => total + date.needed, 0n)
    return { ...category, upcoming_needed: format(needed), upcoming_missing: format(shortfall) }
  }
  const category_groups = reply.month.category_groups.map((group) => ({
    ...group,
    categories: group.categories.map(addToCategory),
  }))
  return { ...reply, month: { ...reply.month, category_groups } }
}

/** Returns what is missing for dates of the month and the command that assigns it, on two lines; nothing if funded. */
export function describeMissing(reply: MonthReply): string[] {
  const missing = sum(listMonthCategories(reply).map(readUpcomingMissing))
  if (isZero(missing)) return []
  return [
    `${groupThousands(missing)} is missing for what is still to come\nTo assign it: budget month fund --upcoming`,
  ]
}

/** Returns what is missing for dates of a category; zero without `--upcoming`. */
const readUpcomingMissing = (category: Partial<UpcomingCategory>): string => category.upcoming_missing ?? '0'
