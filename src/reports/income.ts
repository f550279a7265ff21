/** Builds the report of income: what came in to Ready to Assign. @see docs/reports.md#definitions */

import { buildLineReport, listLineColumns } from './line-report.ts'
import { averageColumn, countColumn } from './line-rows.ts'
import { resolvePeriod } from './period.ts'
import type { ReportBuilder, ReportColumn, ReportDimension } from './report.ts'

const dimensions: readonly ReportDimension[] = ['merchant', 'account', 'month']
const details: readonly ReportColumn[] = [countColumn, averageColumn]

/** Builds the report of income. */
export const income: ReportBuilder = {
  name: 'income',
  dimensions,
  flags: ['account', 'compare', 'top', 'rows', 'starting-balances'],
  namesMerchants: true,
  columns: listLineColumns(dimensions, details),
  async build(input) {
    const { request, source } = input
    return buildLineReport(input, {
      name: 'income',
      kinds: request.includesStartingBalances ? ['income', 'starting_balance'] : ['income'],
      sign: 1n,
      dimension: request.by ?? 'merchant',
      period: await resolvePeriod(request, source, 'this-month'),
      heading: 'Income',
      details,
      getDetails: ({ count }) => ({ count }),
    })
  },
}
