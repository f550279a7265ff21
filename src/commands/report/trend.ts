/** `budget report trend`: shows categories by month, with mean, median and last year. */

import { categoryArguments, defineReportCommand } from '../../reports/command/define-report-command.ts'

export const trend = defineReportCommand(
  'trend',
  [
    { when: 'Do groceries cost more and more?', commandLine: 'budget report trend Groceries --chart' },
    {
      when: 'Two categories of a year',
      commandLine: 'budget report trend Groceries "Eating Out" --period 2026',
    },
    { when: 'All spending by month, last year beside it', commandLine: 'budget report trend' },
  ],
  categoryArguments,
)
