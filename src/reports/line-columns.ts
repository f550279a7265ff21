/** Declares the columns of reports that total lines: what names a row, and its figures. */

import type { ReportColumn, ReportDimension } from './report.ts'

const hiddenId = (field: string): ReportColumn => ({ field, heading: 'Id', kind: 'text', isHidden: true })

/** The columns that name a row. */
export const dimensionColumns: Readonly<Record<ReportDimension, readonly ReportColumn[]>> = {
  category: [
    hiddenId('category_id'),
    { field: 'category', heading: 'Category', kind: 'text' },
    hiddenId('group_id'),
    { field: 'group', heading: 'Group', kind: 'text', dropPriority: 6 },
  ],
  group: [hiddenId('group_id'), { field: 'group', heading: 'Group', kind: 'text' }],
  merchant: [hiddenId('merchant_id'), { field: 'merchant', heading: 'Merchant', kind: 'text' }],
  account: [hiddenId('account_id'), { field: 'account', heading: 'Account', kind: 'text' }],
  month: [{ field: 'month', heading: 'Month', kind: 'month' }],
}

/** The columns of a comparison. */
export const comparisonColumns: readonly ReportColumn[] = [
  { field: 'compared', heading: 'Before', kind: 'amount', dropPriority: 4 },
  { field: 'change', heading: 'Change', kind: 'amount', isHidden: true },
  { field: 'change_percent', heading: 'Change', kind: 'change' },
]

/** How many rows a row adds up; null for an ordinary row. */
export const combinedColumn: ReportColumn = {
  field: 'combined',
  heading: 'Rows',
  kind: 'count',
  isHidden: true,
}
