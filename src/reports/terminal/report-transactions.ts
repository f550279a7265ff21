/** Renders the transactions behind each row of a report. */

import { displayWidth, padToWidth, truncateToWidth } from '../../output/display-width.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import type { TextStyle } from '../../output/style.ts'
import { createTableRenderer } from '../../output/table.ts'
import type { Cell, ColumnSpec } from '../../output/view.ts'
import type { Report, ReportColumn, ReportRow } from '../report.ts'
import { readCell } from '../report.ts'
import { formatReportCell } from './format-cell.ts'
import { stripColors } from './report-table.ts'

const AMOUNT = 'Amount'

const specs: readonly ColumnSpec[] = [
  { field: 'reference', heading: 'Ref', kind: 'text', neverTruncate: true, dropPriority: 4 },
  { field: 'date', heading: 'Date', kind: 'text', neverTruncate: true },
  { field: 'account', heading: 'Account', kind: 'text', minWidth: 8, dropPriority: 3 },
  { field: 'merchant', heading: 'Merchant', kind: 'text', minWidth: 12 },
  { field: 'category', heading: 'Category', kind: 'text', minWidth: 8, dropPriority: 2 },
  { field: 'amount', heading: AMOUNT, kind: 'amount' },
  { field: 'notes', heading: 'Notes', kind: 'text', minWidth: 10, dropPriority: 5 },
]

/** Renders a line for each row, with its figures, and its transactions below. */
export function renderReportTransactions(
  report: Report,
  references: ReadonlyMap<string, string>,
  style: TextStyle,
): string {
  const { rows, totals } = report
  const cells = rows.flatMap(({ transactions }) =>
    (transactions ?? []).map((transaction): Cell[] => [
      `  ${references.get(transaction.id) ?? transaction.id}`,
      transaction.date,
      transaction.account,
      transaction.merchant,
      transaction.category,
      transaction.amount,
      transaction.notes,
    ]),
  )
  const [headings = '', ...lines] = createTableRenderer(specs, style, true)
    .screen(cells)
    .trimEnd()
    .split('\n')
  const plainHeadings = stripColors(headings)
  const end = plainHeadings.indexOf(AMOUNT) + AMOUNT.length
  const describe = createRowDescriber(report, end, style)
  let at = 0
  const blocks = rows.flatMap((row) => {
    const begin = at
    at += row.transactions?.length ?? 0
    return [describe(row), ...lines.slice(begin, at)]
  })
  const total = totals ? [describe(totals)] : []
  return rows.length === 0 ? '' : `${[headings, ...blocks, ...total].join('\n')}\n`
}

/** Returns the function that describes a row: its name, its figure below Amount, its share and what it is compared with. */
function createRowDescriber({ columns, chart }: Report, end: number, { width, colors }: TextStyle) {
  const shown = columns.filter(({ isHidden }) => !isHidden)
  const names = shown.filter(({ kind }) => kind === 'text' || kind === 'month')
  const figure = chart?.values[0] ?? 'amount'
  const isCompared = ({ field }: ReportColumn): boolean => field === 'compared'
  const figures = [...shown.filter((column) => !isCompared(column)), ...shown.filter(isCompared)]
  const describeFigure = (row: ReportRow, column: ReportColumn): string => {
    const text = formatReportCell(row, column)
    if (text === '') return ''
    if (isCompared(column)) return `${column.heading}: ${groupThousands(text)}`
    return column.kind === 'change' || column.field === 'share' ? text : ''
  }
  return (row: ReportRow): string => {
    const amount = groupThousands(String(readCell(row, figure) ?? ''))
    const name = names
      .map(({ field }) => readCell(row, field) ?? '')
      .filter((text) => text !== '')
      .join('  ')
    const nameWidth = Math.max(1, end - displayWidth(amount) - 1)
    const text = padToWidth(truncateToWidth(sanitizeLine(name || 'Total'), nameWidth), nameWidth)
    // What does not fit is left out, what it is compared with first.
    return colors.bold(
      figures
        .map((column) => describeFigure(row, column))
        .filter((cell) => cell !== '')
        .reduce(
          (line, cell) => (displayWidth(`${line}  ${cell}`) <= width ? `${line}  ${cell}` : line),
          `${text} ${amount}`,
        ),
    )
  }
}
