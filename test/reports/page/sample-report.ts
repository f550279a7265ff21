/** Creates reports for tests of the page and of charts. */

import type { Report } from '../../../src/reports/report.ts'

/** Returns a report with one row; `parts` replaces its members. */
export const createReport = (parts: Partial<Report> = {}): Report => ({
  report: 'spending',
  title: 'Spending',
  period: { since: '2026-11-01', until: '2026-11-30' },
  compared_period: null,
  currency: 'USD',
  definition: 'What was spent.',
  columns: [
    { field: 'category', heading: 'Category', kind: 'text' },
    { field: 'amount', heading: 'Amount', kind: 'amount' },
  ],
  rows: [{ category: 'Rent', amount: '1450.00' }],
  totals: null,
  months: null,
  chart: { kind: 'bars', label: 'category', values: ['amount'] },
  notes: [],
  ...parts,
})
