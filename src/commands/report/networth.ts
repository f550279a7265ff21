/** `budget report networth`: shows assets, debts and net worth at the end of each month. */

import { defineReportCommand } from '../../reports/command/define-report-command.ts'

export const networth = defineReportCommand('networth', [
  { when: 'What do I own and owe, month by month?', commandLine: 'budget report networth --chart' },
  { when: 'Which accounts grew?', commandLine: 'budget report networth --by account --period this-year' },
])
