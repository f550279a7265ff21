/** `budget report`: shows a month at a glance. */

import { defineCommand } from '../../command/define.ts'
import { optional } from '../../command/option-spec.ts'
import { monthOption } from '../../command/options.ts'
import { toMonth } from '../../money/calendar.ts'
import { tellAge } from '../../reports/command/define-report-command.ts'
import { buildReportRequest, definitionFlag, loadReportNames } from '../../reports/command/report-flags.ts'
import { summaryDefinition } from '../../reports/definitions.ts'
import { buildMonthSummary, type MonthSummaryReport } from '../../reports/summary.ts'
import { monthSummaryView } from '../../reports/terminal/month-summary.ts'

export const summary = defineCommand({
  name: 'report summary',
  summary: 'A month at a glance: income, spending, overspending, net worth, age of money',
  arguments: { month: optional(monthOption('The month; the current one by default')) },
  flags: { definition: definitionFlag },
  examples: [
    { when: 'How is this month going?', commandLine: 'budget report' },
    { when: 'How did last month go?', commandLine: 'budget report last' },
  ],
  async run(context, { month = toMonth(context.invocation.today), definition }): Promise<MonthSummaryReport> {
    const names = await loadReportNames(context, { withMerchants: false })
    const source = await context.workspace.openReportSource()
    const currency = await context.workspace.names.currency(toMonth(context.invocation.today))
    const request = buildReportRequest({}, { today: context.invocation.today, names })
    const result = await buildMonthSummary({ source, names, currency, request }, month)
    tellAge(context, source)
    if (definition) context.invocation.afterOutput(async () => context.user.warn(summaryDefinition))
    return result
  },
  view: monthSummaryView,
})
