/** Shows what `budget month check` found. */

import { negate } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { amountColumn, countColumn, defineView, textColumn } from '../output/view.ts'

/** A problem of a month. For `uncategorized`, the amount is the sum of `count` transactions. */
export interface MonthProblem {
  problem: 'ready_to_assign' | 'overspent' | 'uncategorized'
  amount: string
  category_id: string | null
  category_name: string | null
  count: number | null
}

// JSON omits symbol keys, so that scripts see the problems alone.
const nextStep: unique symbol = Symbol('the command for the first thing to do')

/** The problems of a month. */
export interface MonthCheckResult {
  month: string
  problems: MonthProblem[]
  readonly [nextStep]?: string
}

/** Returns the problems with the command for the first thing to do. */
export const withNextStep = (result: MonthCheckResult, command: string): MonthCheckResult => ({
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
    ...['problem', 'amount', 'category_id', 'category_name', 'count'].map((field) => `problems.${field}`),
  ],
  renderText: ({ month, problems, [nextStep]: next = '' }, { colors }) =>
    problems.length === 0
      ? `${colors.green(`${month} has no problems`)}\n`
      : [...problems.map((problem) => describeProblem(problem)), `Next: ${next}`]
          .map((line) => `${sanitizeLine(line)}\n`)
          .join(''),
})

function describeProblem({ problem, amount, category_name, count }: MonthProblem): string {
  if (problem === 'ready_to_assign')
    return `Ready to Assign is ${groupThousands(amount)}: you assigned or overspent more than you have`
  if (problem === 'overspent') return `${category_name} is overspent by ${groupThousands(negate(amount))}`
  return `${count === 1 ? '1 transaction has' : `${count} transactions have`} no category, ${groupThousands(amount)} net`
}
