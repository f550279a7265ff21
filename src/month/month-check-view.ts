/** Shows what `budget month check` found. */

import type { WorkspaceContext } from '../command/context.ts'
import { toMonth } from '../money/calendar.ts'
import { isNegative, negate } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import { suggestTakingBack } from '../output/ready-to-assign.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { amountColumn, countColumn, defineView, textColumn } from '../output/view.ts'
import { formatMatchCommand } from '../schedules/describe-schedule.ts'
import { totalUncategorizedInMonth } from '../transactions/uncategorized.ts'
import type { MonthProblem } from './month-problem.ts'
import type { MonthReply } from './month-view.ts'
import { findOverspending, type Shortfall } from './overspending.ts'

// JSON omits symbol keys, so that scripts see the problems alone.
const nextStep: unique symbol = Symbol('the command for the first thing to do')

/** The problems of a month. */
export interface MonthCheckResult {
  month: string
  problems: MonthProblem[]
  readonly [nextStep]?: string
}

/** Returns the problems with the command for the first thing to do. */
const withNextStep = (result: MonthCheckResult, command: string): MonthCheckResult => ({
  ...result,
  [nextStep]: command,
})

/** A line for each problem. */
export const monthCheckView = defineView<MonthCheckResult, MonthProblem>({
  columns: [
    textColumn('problem', 'Problem'),
    textColumn('category_name', 'Category'),
    amountColumn('amount', 'Amount'),
    countColumn('count', 'Count'),
  ],
  rows: ({ problems }) => problems,
  fields: () => [
    'month',
    'problems',
    ...[
      'problem',
      'amount',
      'category_id',
      'category_name',
      'count',
      'schedule_id',
      'schedule_name',
      'due_date',
      'transaction_id',
      'expected',
    ].map((field) => `problems.${field}`),
  ],
  renderText: ({ month, problems, [nextStep]: next = '' }, { colors }) =>
    problems.length === 0
      ? `${colors.green(`${month} has no problems`)}\n`
      : [...problems.map((problem) => describeProblem(problem)), `Next: ${next}`]
          .map((line) => `${sanitizeLine(line)}\n`)
          .join(''),
})

function describeProblem({
  problem,
  amount,
  category_name,
  count,
  schedule_name,
  due_date,
  transaction_id = '',
  expected,
}: MonthProblem): string {
  if (problem === 'ready_to_assign')
    return `Ready to Assign is ${groupThousands(amount)}: you assigned or overspent more than you have`
  if (problem === 'overdue')
    return `${schedule_name} was due on ${due_date}, ${groupThousands(amount)}: post, match or skip it with budget schedules`
  if (problem === 'unmatched') {
    const instead = !expected || expected === amount ? '' : ` instead of ${groupThousands(expected)}`
    return `${groupThousands(amount)}${instead} may be what ${schedule_name} expected on ${due_date}: ${formatMatchCommand(schedule_name ?? '', transaction_id)}`
  }
  if (problem === 'overspent') return `${category_name} is overspent by ${groupThousands(negate(amount))}`
  return `${pluralize(count ?? 0, 'transaction has', 'transactions have')} no category, ${groupThousands(amount)} net`
}

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
  const { count, total } = await totalUncategorizedInMonth(month, context.workspace)
  if (count > 0) problems.push({ problem: 'uncategorized', amount: total, ...noCategory, count })
  if (month === toMonth(context.invocation.today) && context.workspace.hasSchedules())
    problems.push(...(await (await import('./schedule-problems.ts')).listScheduleProblems(context)))
  return withNextStep({ month, problems }, suggestNextStep(problems, reply))
}

/** Returns the command for the first thing to do: categories come first, because they decide what is overspent. */
function suggestNextStep(problems: readonly MonthProblem[], { month }: MonthReply): string {
  if (problems.every(({ problem }) => problem === 'overdue' || problem === 'unmatched'))
    return problems.some(({ problem }) => problem === 'unmatched') ? 'budget review' : 'budget upcoming'
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
