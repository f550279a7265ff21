/** How the findings about a month are shown. */

import { negate } from '../money/decimal.ts'
import { grouped } from './format-amount.ts'
import { oneLine } from './sanitize.ts'
import { amount, count, sheet, text } from './view.ts'

/** Something about a month that wants doing; of `uncategorized` the amount is the sum of so many transactions. */
export interface Problem {
  problem: 'ready_to_assign' | 'overspent' | 'uncategorized'
  amount: string
  category_id: string | null
  category_name: string | null
  count: number | null
}

/** What was found about a month. */
export interface MonthCheck {
  month: string
  problems: Problem[]
}

/** The findings, a line for each. */
export const monthCheck = sheet<MonthCheck, Problem>({
  columns: [
    text('problem', 'Problem'),
    text('category_name', 'Category'),
    amount('amount', 'Amount'),
    count('count', 'Count'),
  ],
  rows: ({ problems }) => problems,
  fields: () => [
    'month',
    'problems',
    ...['problem', 'amount', 'category_id', 'category_name', 'count'].map((field) => `problems.${field}`),
  ],
  say: ({ month, problems }, { paint }) =>
    problems.length === 0
      ? `${paint.green(`${month} is in order`)}\n`
      : problems.map((one) => `${oneLine(sentence(one, month))}\n`).join(''),
})

function sentence({ problem, amount, category_name, count }: Problem, month: string): string {
  if (problem === 'ready_to_assign')
    return `${grouped(negate(amount))} more is assigned than there is: Ready to Assign is ${grouped(amount)}`
  if (problem === 'overspent')
    return `${category_name} is overspent by ${grouped(negate(amount))}; budget month cover moves money there`
  return `${count === 1 ? '1 transaction has' : `${count} transactions have`} no category, ${grouped(amount)} together; budget tx list --uncategorized --period ${month}`
}
