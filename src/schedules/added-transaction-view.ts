/** Shows what `spend`, `earn` and `tx add` added: a transaction, or the schedule that the user preferred. */

import type { View } from '../output/view.ts'
import { defineTransactionChangeView } from '../transactions/transactions-view.ts'
import type { AddedTransaction } from './add-matched-transaction.ts'
import { defineScheduleChangeView } from './schedules-view.ts'

const transactionView = defineTransactionChangeView('Added')
const scheduleView = defineScheduleChangeView('Added')

/** One line about what was added. Only a terminal sees a schedule. */
export const addedTransactionView: View<AddedTransaction | AddedTransaction[]> = {
  ...(transactionView as View<AddedTransaction | AddedTransaction[]>), // a script gets transactions
  renderText: (result, style) =>
    [result]
      .flat()
      .map((one) =>
        'schedule' in one
          ? scheduleView.renderText?.({ schedule: one.schedule, remarks: [] }, style)
          : transactionView.renderText?.(one, style),
      )
      .join(''),
}
