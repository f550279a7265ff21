/** Declares the columns of a forecast. */

import type { ReportColumn } from './report.ts'

const section: ReportColumn = { field: 'section', heading: 'Section', kind: 'text', isGroupHeading: true }
const hidden = (field: string, kind: ReportColumn['kind'] = 'amount'): ReportColumn => ({
  field,
  heading: field,
  kind,
  isHidden: true,
})

/** The columns of one row for each envelope and account. */
export const outlookColumns: readonly ReportColumn[] = [
  section,
  hidden('id', 'text'),
  { field: 'name', heading: 'Name', kind: 'text' },
  { field: 'date', heading: 'Date', kind: 'date' },
  { field: 'outlook', heading: 'Outlook', kind: 'text', isSentence: true },
  ...['shortfall', 'a_month', 'lowest', 'balance', 'without_income', 'with_income'].map((field) =>
    hidden(field),
  ),
  hidden('until', 'month'),
]
/** The columns of the days of accounts. */
export const accountColumns: readonly ReportColumn[] = [
  hidden('account_id', 'text'),
  { field: 'account', heading: 'Account', kind: 'text', isGroupHeading: true },
  { field: 'date', heading: 'Date', kind: 'date' },
  { field: 'lowest', heading: 'Lowest', kind: 'amount' },
  { field: 'balance', heading: 'Balance', kind: 'amount' },
]
/** The columns of the dates of envelopes. */
export const envelopeColumns: readonly ReportColumn[] = [
  hidden('category_id', 'text'),
  { field: 'category', heading: 'Envelope', kind: 'text', isGroupHeading: true },
  { field: 'date', heading: 'Date', kind: 'date' },
  { field: 'what', heading: 'What', kind: 'text' },
  { field: 'estimate', heading: '', kind: 'text' },
  { field: 'needed', heading: 'Needed', kind: 'amount' },
  { field: 'available', heading: 'Available', kind: 'amount' },
  { field: 'shortfall', heading: 'Short by', kind: 'amount' },
  { field: 'a_month', heading: 'A month', kind: 'amount' },
  { field: 'until', heading: 'Until', kind: 'month' },
]

const bands = { low: '1 in 10 below', middle: 'Middle', high: '9 in 10 below' }
/** The columns that habits add to days and dates. */
export const bandColumns: readonly ReportColumn[] = Object.entries(bands).map(([field, heading]) => ({
  field,
  heading,
  kind: 'average',
}))
/** The columns that habits add to one row for each envelope and account. */
export const habitColumns: readonly ReportColumn[] = [
  ...Object.keys(bands).map((field) => hidden(field, 'average')),
  hidden('enough_of_10', 'count'),
  hidden('a_month_for_9_of_10', 'average'),
]

/** Every column that a forecast may have. */
export const forecastColumns: readonly ReportColumn[] = [
  ...new Map(
    [...outlookColumns, ...accountColumns, ...envelopeColumns, ...habitColumns, ...bandColumns].map(
      (column) => [column.field, column],
    ),
  ).values(),
]
