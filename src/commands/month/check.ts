/** `budget month check`: finds overspending, a negative Ready to Assign and uncategorized transactions. */

import { defineCommand } from '../../command/define.ts'
import { optional } from '../../command/option-spec.ts'
import { monthOption } from '../../command/options.ts'
import { toMonth } from '../../money/calendar.ts'
import { isNegative, negate } from '../../money/decimal.ts'
import { findOverspending, type Shortfall } from '../../month/cover-overspending.ts'
import {
  type MonthCheckResult,
  type MonthProblem,
  monthCheckView,
  withNextStep,
} from '../../month/month-check-view.ts'
import type { MonthReply } from '../../month/month-view.ts'
import { suggestTakingBack } from '../../output/ready-to-assign.ts'
import { totalUncategorizedInMonth } from '../../transactions/uncategorized.ts'

export const check = defineCommand({
  name: 'month check',
  summary: 'Check for overspending, negative Ready to Assign and uncategorized transactions',
  arguments: { month: optional(monthOption('The month; the current one by default')) },
  examples: [
    { when: 'Check the current month', commandLine: 'budget month check' },
    { when: 'Last month, in a script', commandLine: 'budget month check last --json' },
  ],
  async run(context, { month = toMonth(context.today) }): Promise<MonthCheckResult> {
    const reply = await context.api.getMonth({ month })
    const { ready_to_assign: ready } = reply.month
    const { ordinary, cards } = await findOverspending(context, reply)
    const problems = [...ordinary, ...cards].map(toOverspentProblem)
    if (isNegative(ready)) problems.unshift({ problem: 'ready_to_assign', amount: ready, ...noCategory })
    const { count, total } = await totalUncategorizedInMonth(month, context)
    if (count > 0) problems.push({ problem: 'uncategorized', amount: total, ...noCategory, count })
    return withNextStep({ month, problems }, suggestNextStep(problems, reply))
  },
  view: monthCheckView,
  resultStatus: ({ problems }) => (problems.length > 0 ? 'problems-found' : 'done'),
})

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
