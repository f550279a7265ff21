/** Renders the transactions behind each row of a report. */

import type { Report, ReportRow } from '../../reports/report.ts'
import { groupThousands } from '../format-amount.ts'
import { sanitizeLine } from '../sanitize.ts'
import type { TextStyle } from '../style.ts'
import { createTableRenderer } from '../table.ts'
import type { Cell, ColumnSpec } from '../view.ts'
import { readCell } from './format-cell.ts'

const specs: readonly ColumnSpec[] = [
  { field: 'row', heading: 'Row', kind: 'text', isGroupHeading: true },
  { field: 'reference', heading: 'Ref', kind: 'text', neverTruncate: true, dropPriority: 4 },
  { field: 'date', heading: 'Date', kind: 'text', neverTruncate: true },
  { field: 'account', heading: 'Account', kind: 'text', minWidth: 8, dropPriority: 3 },
  { field: 'merchant', heading: 'Merchant', kind: 'text', minWidth: 12 },
  { field: 'category', heading: 'Category', kind: 'text', minWidth: 8, dropPriority: 2 },
  { field: 'amount', heading: 'Amount', kind: 'amount' },
  { field: 'notes', heading: 'Notes', kind: 'text', minWidth: 10, dropPriority: 5 },
]

/** Renders a heading for each row, with its figure, and its transactions below. */
export function renderReportTransactions(
  { rows, columns, chart, totals }: Report,
  references: ReadonlyMap<string, string>,
  style: TextStyle,
): string {
  const names = columns.filter(({ kind, isHidden }) => !isHidden && (kind === 'text' || kind === 'month'))
  const figure = chart?.values[0] ?? 'amount'
  const describe = (row: ReportRow): string =>
    [
      ...names.map(({ field }) => readCell(row, field) ?? ''),
      groupThousands(String(readCell(row, figure) ?? '')),
    ]
      .filter((text) => text !== '')
      .join('  ')
  const lines = rows.flatMap((row): Cell[][] =>
    (row.transactions ?? []).map((transaction) => [
      describe(row),
      `  ${references.get(transaction.id) ?? transaction.id}`,
      transaction.date,
      transaction.account,
      transaction.merchant,
      transaction.category,
      transaction.amount,
      transaction.notes,
    ]),
  )
  const total = totals
    ? `${style.colors.bold(`Total  ${sanitizeLine(groupThousands(String(readCell(totals, figure) ?? '')))}`)}\n`
    : ''
  return `${createTableRenderer(specs, style, true).screen(lines)}${total}`
}
