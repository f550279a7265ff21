/** Builds the report of merchants: how often, how much, when last. @see docs/reports.md#definitions */

import { buildLineReport, listLineColumns } from './line-report.ts'
import { resolvePeriod } from './period.ts'
import type { ReportBuilder, ReportColumn } from './report.ts'
import { createAmountFormatter, meanAmount } from './rounding.ts'

const details: readonly ReportColumn[] = [
  { field: 'count', heading: 'Times', kind: 'count' },
  { field: 'average_transaction', heading: 'each time', kind: 'average', dropPriority: 2 },
  { field: 'first_date', heading: 'First', kind: 'date', dropPriority: 5 },
  { field: 'last_date', heading: 'Last', kind: 'date', dropPriority: 1 },
]

/** Builds the report of merchants. */
export const merchants: ReportBuilder = {
  name: 'merchants',
  dimensions: [],
  flags: ['account', 'category', 'compare', 'top', 'rows'],
  namesMerchants: true,
  sign: -1n,
  columns: listLineColumns(['merchant'], details),
  async build(input) {
    const { request, source, currency } = input
    const format = createAmountFormatter(currency)
    return buildLineReport(input, {
      name: 'merchants',
      kinds: ['spending'],
      sign: -1n,
      dimension: 'merchant',
      period: await resolvePeriod(request, source, 'this-month'),
      heading: 'Spent',
      withDates: true,
      details,
      getDetails: ({ count, amount, first_date, last_date }) => ({
        count,
        average_transaction: format(meanAmount(amount, count)),
        first_date,
        last_date,
      }),
    })
  },
}
