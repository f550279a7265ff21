/** `budget report budget`: shows assigned, spent and available over months, with averages. */

import { defineReportCommand } from '../../reports/command/define-report-command.ts'

export const budget = defineReportCommand('budget', [
  { when: 'Do I assign what I spend?', commandLine: 'budget report budget --period this-year' },
  { when: 'What was overspent, and how often?', commandLine: 'budget report budget --group Everyday' },
  { when: 'Month by month', commandLine: 'budget report budget --by month --period 2026' },
])
