/** Builds the report of spending: where the money went. @see docs/reports.md#definitions */

import { buildLineReport, listLineColumns } from './line-report.ts'
import { averageColumn, countColumn } from './line-rows.ts'
import { resolvePeriod } from './period.ts'
import type { ReportBuilder, ReportColumn, ReportDimension } from './report.ts'

const dimensions: readonly ReportDimension[] = ['category', 'group', 'merchant', 'account', 'month']
const details: readonly ReportColumn[] = [countColumn, averageColumn]

/** Builds the report of spending. */
export const spending: ReportBuilder = {
  name: 'spending',
  dimensions,
  flags: ['account', 'category', 'compare', 'top', 'rows'],
  namesMerchants: false,
  sign: -1n,
  columns: listLineColumns(dimensions, details),
  async build(input) {
    const { request, source } = input
    return buildLineReport(input, {
      name: 'spending',
      kinds: ['spending'],
      sign: -1n,
      dimension: request.by ?? 'category',
      period: await resolvePeriod(request, source, 'this-month'),
      heading: 'Spent',
      details,
      getDetails: ({ count }) => ({ count }),
    })
  },
}
