/** `budget report cashflow`: shows income less spending by month. */

import { defineReportCommand } from '../../reports/command/define-report-command.ts'

export const cashflow = defineReportCommand('cashflow', [
  {
    when: 'What is left each month, and what share of the income is it?',
    commandLine: 'budget report cashflow',
  },
  { when: 'The same as a bar chart', commandLine: 'budget report cashflow --period 2026 --chart' },
])
