/** `budget report income`: shows what came in. */

import { defineReportCommand } from '../../reports/command/define-report-command.ts'

export const income = defineReportCommand('income', [
  { when: 'What came in this month?', commandLine: 'budget report income' },
  {
    when: 'Did I earn more than last year?',
    commandLine: 'budget report income --period this-year --compare last-year',
  },
  { when: 'Income by month', commandLine: 'budget report income --by month --period last-12-months' },
])
