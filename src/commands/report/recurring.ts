/** `budget report recurring`: finds subscriptions and other repeating payments. */

import { defineReportCommand } from '../../reports/command/define-report-command.ts'

export const recurring = defineReportCommand('recurring', [
  { when: 'What do I pay for regularly, and what is due?', commandLine: 'budget report recurring' },
  {
    when: 'Subscriptions by cost, for a spreadsheet',
    commandLine: 'budget report recurring --format csv',
  },
])
