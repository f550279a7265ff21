/** `budget report age-of-money`: shows how long money stays before it is spent. */

import { defineReportCommand } from '../../reports/command/define-report-command.ts'

export const ageOfMoney = defineReportCommand('age-of-money', [
  { when: 'How old is the money I spend?', commandLine: 'budget report age-of-money' },
  {
    when: 'From the beginning, as a line chart',
    commandLine: 'budget report age-of-money --since 2020-01-01 --chart',
  },
])
