/** `budget report trend`: shows categories by month, with mean, median and last year. */

import { categoryArguments, defineReportCommand } from '../../reports/command/define-report-command.ts'

export const trend = defineReportCommand(
  'trend',
  [
    { when: 'Are groceries getting more expensive?', commandLine: 'budget report trend Groceries --chart' },
    {
      when: 'Two categories over a year',
      commandLine: 'budget report trend Groceries "Eating Out" --period 2026',
    },
    { when: 'All spending by month, with last year alongside', commandLine: 'budget report trend' },
  ],
  categoryArguments,
)
