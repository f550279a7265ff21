/** Shows what `spend`, `earn` and `tx add` added: a transaction, or the schedule that the user preferred. */

import type { Transaction } from '../contract/operations/transactions.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { View } from '../output/view.ts'
import type { AddedTransaction } from './add-matched-transaction.ts'
import { describeSchedule } from './describe-schedule.ts'

/** Returns the view of transactions for a result that may be a schedule; only a terminal sees one. */
export const defineAddedView = (
  transactionView: View<Transaction | Transaction[]>,
): View<AddedTransaction | AddedTransaction[]> => ({
  ...(transactionView as View<AddedTransaction | AddedTransaction[]>), // a script gets transactions
  renderText: (result, style) =>
    [result]
      .flat()
      .map((one) =>
        'schedule' in one
          ? `Added ${sanitizeLine(describeSchedule(one.schedule))}\n`
          : transactionView.renderText?.(one, style),
      )
      .join(''),
})
