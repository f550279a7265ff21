/** Finds overspending, a negative Ready to Assign and uncategorized transactions. */

import type { WorkspaceContext } from '../command/context.ts'
import { toMonth } from '../money/calendar.ts'
import { isNegative, negate } from '../money/decimal.ts'
import { suggestTakingBack } from '../output/ready-to-assign.ts'
import { totalUncategorizedInMonth } from '../transactions/uncategorized.ts'
import { type MonthCheckResult, type MonthProblem, withNextStep } from './month-check-view.ts'
import type { MonthReply } from './month-view.ts'
import { findOverspending, type Shortfall } from './overspending.ts'

/** Returns the problems of a month, and the command for the first thing to do. */
export async function checkMonth(
  context: WorkspaceContext,
  { month = toMonth(context.invocation.today) }: { month: string | undefined },
): Promise<MonthCheckResult> {
  const reply = await context.workspace.api.getMonth({ month })
  const { ready_to_assign: ready } = reply.month
  const { ordinary, cards } = await findOverspending(context, reply)
  const problems = [...ordinary, ...cards].map(toOverspentProblem)
  if (isNegative(ready)) problems.unshift({ problem: 'ready_to_assign', amount: ready, ...noCategory })
  const { count, total } = await totalUncategorizedInMonth(month, context)
  if (count > 0) problems.push({ problem: 'uncategorized', amount: total, ...noCategory, count })
  return withNextStep({ month, problems }, suggestNextStep(problems, reply))
}

/** Returns the command for the first thing to do: categories come first, because they decide what is overspent. */
function suggestNextStep(problems: readonly MonthProblem[], { month }: MonthReply): string {
  if (problems.some(({ problem }) => problem === 'uncategorized'))
    return `budget review --period ${month.month}`
  const monthFlag = ` --month ${month.month}`
  if (isNegative(month.ready_to_assign))
    return suggestTakingBack(month, monthFlag) ?? `budget month show ${month.month} --explain`
  return `budget month cover --all --from CATEGORY${monthFlag}`
}

const noCategory = { category_id: null, category_name: null, count: null }

const toOverspentProblem = ({ category, shortage }: Shortfall): MonthProblem => ({
  problem: 'overspent',
  amount: negate(shortage),
  ...noCategory,
  category_id: category.id,
  category_name: category.name,
})
