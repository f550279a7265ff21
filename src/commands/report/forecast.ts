/** `budget report forecast`: tells whether accounts and envelopes hold, by what is scheduled. */

import { defineLocalCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { monthOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { toMonth } from '../../money/calendar.ts'
import {
  assertNotOver,
  buildReportRequest,
  loadReportNames,
  viewFlags,
} from '../../reports/command/report-flags.ts'
import { reportDefinitions } from '../../reports/definitions.ts'
import { buildForecast } from '../../reports/forecast.ts'
import { forecastColumns } from '../../reports/forecast-columns.ts'
import {
  createReportResult,
  defineReportView,
  type ReportResult,
} from '../../reports/terminal/report-view.ts'

export const forecast = defineLocalCommand({
  name: 'report forecast',
  summary: reportDefinitions.forecast.summary,
  flags: {
    until: monthOption('To the end of this month; six months ahead by default'),
    envelopes: booleanFlag('Every date of every envelope'),
    accounts: booleanFlag('The balance of every account on each day that changes it'),
    habits: booleanFlag('Let what is not scheduled happen as it did, with bands'),
    explain: booleanFlag('Show what schedules and targets ask for beside each other'),
    ...viewFlags,
  },
  examples: [
    { when: 'Will the plan hold, and what is short?', commandLine: 'budget report forecast' },
    {
      when: 'How low does each account get until June?',
      commandLine: 'budget report forecast --until 2027-06 --accounts --chart',
    },
    { when: 'And if we spend as we did?', commandLine: 'budget report forecast --habits' },
    { when: 'What does each bill still need?', commandLine: 'budget report forecast --envelopes' },
  ],
  async run(context, { until, envelopes, accounts, habits, explain, ...flags }): Promise<ReportResult> {
    const { invocation, user, workspace } = context
    const { today } = invocation
    const byAccount = accounts || flags.chart
    if (envelopes && byAccount)
      throw new UserError('usage', `Use either --envelopes or --${accounts ? 'accounts' : 'chart'}`, {
        hint: 'A chart shows the balances of accounts',
      })
    if (explain && (envelopes || byAccount))
      throw new UserError('usage', 'Use --explain without --envelopes, --accounts and --chart')
    assertNotOver(until, today, 'until')
    const names = await loadReportNames(context, { withMerchants: false })
    const source = await workspace.openReportSource()
    const currency = await workspace.names.currency(toMonth(today))
    const request = buildReportRequest({}, { today, names })
    const report = await buildForecast(
      { source, names, currency, request, api: workspace.api },
      { until, by: envelopes ? 'category' : byAccount ? 'account' : undefined, explains: explain, habits },
    )
    if (flags.definition && !invocation.showsResultAsText()) user.warn(report.definition)
    return createReportResult(report, {
      drawn: flags.chart ? 'full' : flags.noChart ? 'none' : 'standard',
      showsDefinition: flags.definition,
      listsTransactions: false,
      references: new Map(),
    })
  },
  view: defineReportView(forecastColumns),
})
