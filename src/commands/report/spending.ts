/** `budget report spending`: shows where the money went. */

import { defineReportCommand } from '../../reports/command/define-report-command.ts'

export const spending = defineReportCommand('spending', [
  { when: 'Where did the money go this month?', commandLine: 'budget report spending' },
  {
    when: 'What did I spend on groceries this year, and is that more than last year?',
    commandLine: 'budget report spending --category Groceries --period this-year --compare last-year',
  },
  {
    when: 'The five largest categories of a year',
    commandLine: 'budget report spending --period 2026 --top 5',
  },
  {
    when: 'Which purchases were those?',
    commandLine: 'budget report spending --category Groceries --period last-month --rows',
  },
  {
    when: "At which merchants was a group's money spent?",
    commandLine: 'budget report spending --by merchant --group Everyday --period this-year --chart',
  },
])
