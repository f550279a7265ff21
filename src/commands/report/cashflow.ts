/** `budget report cashflow`: shows income less spending by month. */

import { defineReportCommand } from '../../reports/command/define-report-command.ts'

export const cashflow = defineReportCommand('cashflow', [
  { when: 'What is left each month, and how much of the income?', commandLine: 'budget report cashflow' },
  { when: 'The same as bars', commandLine: 'budget report cashflow --period 2026 --chart' },
])
