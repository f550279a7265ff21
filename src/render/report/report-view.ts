/** Shows reports: tables and charts on a terminal, rows in TSV and CSV, the whole value in JSON. */

import type { Report, ReportColumn, ReportRow } from '../../reports/report.ts'
import { sanitizeLine } from '../sanitize.ts'
import type { TextStyle } from '../style.ts'
import { type Column, defineView, type View } from '../view.ts'
import { toAsciiSigns } from './blocks.ts'
import { readCell } from './format-cell.ts'
import { renderLineChart } from './line-chart.ts'
import { getShownReport, type ReportResult } from './report-result.ts'
import { renderReportTable } from './report-table.ts'
import { renderReportTransactions } from './report-transactions.ts'

/** The columns of transactions behind rows. */
const transactionFields = [
  'date',
  'account',
  'merchant',
  'category',
  'amount',
  'notes',
  'transaction_id',
] as const

/** The fields of a report in JSON, apart from those of its rows. */
const reportFields = [
  'report',
  'title',
  'period',
  'period.since',
  'period.until',
  'compared_period',
  'currency',
  'definition',
  'columns',
  'rows',
  'totals',
  'months',
  'notes',
]

/** Returns the view of the reports with these columns. */
export function defineReportView(columns: readonly ReportColumn[]): View<ReportResult> {
  const fields = [...new Set([...columns.map(({ field }) => field), ...transactionFields])]
  return defineView<ReportResult, ReportRow>({
    columns: fields.map(
      (field): Column<ReportRow> => ({
        field,
        heading: columns.find((column) => column.field === field)?.heading ?? field,
        kind: 'text',
        neverTruncate: true,
        getValue: (row) => readCell(row, field),
      }),
    ),
    rows: listFlatRows,
    fields: () => [
      ...reportFields,
      ...[...columns.map(({ field }) => field), 'monthly', 'transactions'].flatMap((field) => [
        `rows.${field}`,
        `totals.${field}`,
      ]),
    ],
    selectDefaultFields: selectFlatFields,
    renderText: renderReport,
  })
}

const hasTransactions = ({ rows }: Pick<Report, 'rows'>): boolean =>
  rows.some(({ transactions }) => transactions !== undefined)

/** Returns the rows of TSV and CSV; with `--rows` one for each transaction, below what names its row. */
function listFlatRows(result: ReportResult): readonly ReportRow[] {
  if (!hasTransactions(result)) return result.rows
  return result.rows.flatMap((row) =>
    (row.transactions ?? []).map(
      ({ id, ...transaction }): ReportRow => ({
        ...row,
        ...transaction,
        transaction_id: id,
      }),
    ),
  )
}

function selectFlatFields(result: ReportResult): readonly string[] {
  const { columns } = result
  if (!hasTransactions(result)) return columns.map(({ field }) => field)
  const names = columns.filter(({ kind }) => kind === 'text' || kind === 'month').map(({ field }) => field)
  return [...new Set([...names, ...transactionFields])]
}

/** Renders a report: title, chart, rows, totals and notes. */
function renderReport(result: ReportResult, style: TextStyle): string {
  const { report, drawn, showsDefinition, references } = getShownReport(result)
  const { title, currency, notes, definition, rows } = report
  const { bold, dim } = style.colors
  const chart = drawn === 'full' ? renderLineChart(report, style) : ''
  const table = hasTransactions(report)
    ? renderReportTransactions(report, references, style)
    : renderReportTable(report, style, drawn)
  const empty = rows.length === 0 ? 'Nothing in this period\n' : ''
  const sentences = [...notes, ...(showsDefinition ? [definition] : [])].map(
    (note) => `${dim(sanitizeLine(note))}\n`,
  )
  const text = [
    `${bold(sanitizeLine(title))}   ${currency}\n\n`,
    chart,
    table,
    empty,
    ...(sentences.length > 0 ? ['\n', ...sentences] : []),
  ].join('')
  return style.isAscii ? toAsciiSigns(text) : text
}
