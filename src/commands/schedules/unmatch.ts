/** `budget schedules unmatch`: says that a transaction does not fulfil its date. */

import { defineCommand } from '../../command/define.ts'
import { transactionOption } from '../../command/options.ts'
import { unmatchTransaction } from '../../schedules/change-dates.ts'
import { defineDatesView } from '../../schedules/schedules-view.ts'

export const unmatch = defineCommand({
  name: 'schedules unmatch',
  summary: 'Say that a transaction is not what its date expected; the date is open again',
  arguments: { transaction: transactionOption('The transaction') },
  examples: [{ when: 'It was another purchase', commandLine: 'budget schedules unmatch 3C' }],
  mutates: true,
  run: (context, { transaction }) => unmatchTransaction(context, transaction),
  view: defineDatesView('Opened'),
})
