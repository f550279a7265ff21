/** `budget schedules match`: says that a transaction fulfils a date. */

import { defineCommand } from '../../command/define.ts'
import { transactionOption } from '../../command/options.ts'
import { matchTransaction } from '../../schedules/change-dates.ts'
import { scheduleOption } from '../../schedules/schedule-options.ts'
import { defineDatesView } from '../../schedules/schedules-view.ts'

export const match = defineCommand({
  name: 'schedules match',
  summary: 'Say that a transaction fulfils the nearest open date',
  arguments: {
    schedule: scheduleOption('The schedule'),
    transaction: transactionOption('The transaction'),
  },
  examples: [
    { when: 'The bank names the landlord differently', commandLine: 'budget schedules match Landlord 3C' },
  ],
  mutates: true,
  run: (context, { schedule, transaction }) => matchTransaction(context, schedule, transaction),
  view: defineDatesView('Matched'),
})
