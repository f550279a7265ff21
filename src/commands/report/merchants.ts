/** `budget report merchants`: shows what was spent at each merchant. */

import { defineReportCommand } from '../../reports/command/define-report-command.ts'

export const merchants = defineReportCommand('merchants', [
  {
    when: 'Where do I shop most?',
    commandLine: 'budget report merchants --period this-year --top 10',
  },
  {
    when: 'Where do I buy groceries?',
    commandLine: 'budget report merchants --category Groceries --period last-12-months',
  },
])
