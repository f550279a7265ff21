/** Shows the budget at a glance. */

import { isZero } from '../money/decimal.ts'
import { formatColoredAmount, groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { countColumn, defineView, textColumn, type View } from '../output/view.ts'

/** The figures of `budget status`. */
export interface BudgetStatus {
  profile: string
  month: string
  currency: string
  ready_to_assign: string
  total_overspent: string
  on_budget: string
  off_budget: string
  /** The sum of the transactions dated after today, which the totals leave out, and their number. */
  after_today: string
  transactions_after_today: number
  needs_review: number
  /** True if there are more than `needs_review`. */
  needs_review_more: boolean
  /** Dates of schedules that are overdue, and transactions of another amount or day than a date expects. */
  overdue_dates: number
  unmatched_transactions: number
}

// JSON omits symbol keys, so that scripts see the figures alone.
const nextStep: unique symbol = Symbol('what to do next')

/** The figures, and what to do next. */
export type StatusResult = BudgetStatus & { readonly [nextStep]?: string | undefined }

/** Returns the figures with the command that comes next; undefined when nothing is to be done. */
export const withNextStep = (status: BudgetStatus, command: string | undefined): StatusResult => ({
  ...status,
  [nextStep]: command,
})

/** The figures, one per line. */
export const statusView: View<StatusResult> = {
  ...defineView<StatusResult, StatusResult>({
    columns: [
      textColumn('profile', 'Profile'),
      textColumn('month', 'Month'),
      textColumn('currency', 'Currency'),
      textColumn('ready_to_assign', 'Ready to Assign'),
      textColumn('total_overspent', 'Overspent'),
      textColumn('on_budget', 'On budget'),
      textColumn('off_budget', 'Off budget'),
      countColumn('needs_review', 'Needs review'),
      textColumn('needs_review_more', 'More need review'),
      textColumn('after_today', 'After today'),
      countColumn('transactions_after_today', 'Transactions after today'),
      countColumn('overdue_dates', 'Overdue'),
      countColumn('unmatched_transactions', 'Unmatched'),
    ],
  }),
  renderText: (standing, { colors }) => {
    const { currency, month, needs_review, needs_review_more } = standing
    const lines = [
      `${colors.bold(month)}   ${sanitizeLine(standing.profile)}`,
      `Ready to Assign  ${formatColoredAmount(standing.ready_to_assign, colors)} ${currency}`,
      `On budget        ${formatColoredAmount(standing.on_budget, colors)} ${currency}`,
      ...(isZero(standing.off_budget)
        ? []
        : [`Off budget       ${formatColoredAmount(standing.off_budget, colors)} ${currency}`]),
      ...(standing.transactions_after_today === 0
        ? []
        : [
            `After today      ${formatColoredAmount(standing.after_today, colors)} ${currency}, not counted above`,
          ]),
      ...(isZero(standing.total_overspent)
        ? []
        : [`Overspent        ${colors.red(groupThousands(standing.total_overspent))} ${currency}`]),
      ...(standing.overdue_dates === 0
        ? []
        : [
            `Overdue          ${colors.red(pluralize(standing.overdue_dates, 'date of a schedule', 'dates of schedules'))}`,
          ]),
      ...(standing.unmatched_transactions === 0
        ? []
        : [
            `Unmatched        ${pluralize(standing.unmatched_transactions, 'transaction differs', 'transactions differ')} from what schedules expect`,
          ]),
      `Needs review     ${needs_review}${needs_review_more ? ' and more' : ''}`,
      ...(standing[nextStep] === undefined ? [] : [`Next: ${sanitizeLine(standing[nextStep])}`]),
    ]
    return lines.map((line) => `${line}\n`).join('')
  },
}
