/** Builds the report of income: what came in to Ready to Assign. @see docs/reports.md#definitions */

import { buildLineReport, listLineColumns } from './line-report.ts'
import { resolvePeriod } from './period.ts'
import type { ReportBuilder, ReportColumn, ReportDimension } from './report.ts'
import { createAmountFormatter, meanAmount } from './rounding.ts'

const dimensions: readonly ReportDimension[] = ['merchant', 'account', 'month']
const details: readonly ReportColumn[] = [
  { field: 'count', heading: 'Times', kind: 'count', isHidden: true },
  { field: 'average', heading: 'a month', kind: 'average', dropPriority: 2 },
]

/** Builds the report of income. */
export const income: ReportBuilder = {
  name: 'income',
  dimensions,
  flags: ['account', 'compare', 'top', 'rows', 'starting-balances'],
  columns: listLineColumns(dimensions, details),
  async build(input) {
    const { request, source, currency } = input
    const format = createAmountFormatter(currency)
    return buildLineReport(input, {
      name: 'income',
      kinds: request.includesStartingBalances ? ['income', 'starting_balance'] : ['income'],
      sign: 1n,
      dimension: request.by ?? 'merchant',
      period: await resolvePeriod(request, source, 'this-month'),
      heading: 'Income',
      details,
      getDetails: ({ count, amount }, months) => ({
        count,
        average: format(meanAmount(amount, months.length)),
      }),
    })
  },
}
