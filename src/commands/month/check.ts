/** `budget month check`: finds overspending, a negative Ready to Assign and uncategorized transactions. */

import { defineCommand } from '../../command/define.ts'
import { optional } from '../../command/option-spec.ts'
import { monthOption } from '../../command/options.ts'
import { toMonth } from '../../money/calendar.ts'
import { isNegative, negate } from '../../money/decimal.ts'
import { type MonthCheckResult, type MonthProblem, monthCheckView } from '../../render/month-check.ts'
import { totalUncategorizedInMonth } from '../tx/shared/uncategorized.ts'
import { findOverspending, type Shortfall } from './shared/overspending.ts'

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
    return { month, problems }
  },
  view: monthCheckView,
  resultStatus: ({ problems }) => (problems.length > 0 ? 'problems-found' : 'done'),
})

const noCategory = { category_id: null, category_name: null, count: null }

const toOverspentProblem = ({ category, shortage }: Shortfall): MonthProblem => ({
  problem: 'overspent',
  amount: negate(shortage),
  ...noCategory,
  category_id: category.id,
  category_name: category.name,
})
