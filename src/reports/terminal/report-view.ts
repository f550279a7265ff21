/** Shows reports: tables and charts on a terminal, rows in TSV and CSV, the whole value in JSON. */

import { sanitizeLine } from '../../output/sanitize.ts'
import type { TextStyle } from '../../output/style.ts'
import { type Column, type ColumnSpec, defineView, type View } from '../../output/view.ts'
import { type Report, type ReportColumn, type ReportRow, readCell } from '../report.ts'
import { toAsciiSigns } from './blocks.ts'
import { toColumnSpec } from './format-cell.ts'
import { renderLineChart } from './line-chart.ts'
import { type DrawnParts, explainSparklines, renderReportTable } from './report-table.ts'
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
  const rowFields = [...columns.map(({ field }) => field), 'monthly', 'transactions']
  return defineView<ReportResult, ReportRow>({
    columns: fields.map((field) => toFileColumn(field, columns)),
    rows: listFlatRows,
    fields: () => [...reportFields, ...rowFields.flatMap((field) => [`rows.${field}`, `totals.${field}`])],
    jsonRows: { field: 'rows', fields: () => rowFields, list: ({ rows }) => rows },
    selectDefaultFields: selectFlatFields,
    renderText: renderReport,
  })
}

/** Returns the column of a field in TSV and CSV. */
function toFileColumn(field: string, columns: readonly ReportColumn[]): Column<ReportRow> {
  const column = columns.find((one) => one.field === field)
  const { heading, kind }: Pick<ColumnSpec, 'heading' | 'kind'> = column
    ? toColumnSpec(column)
    : { heading: field, kind: field === 'amount' ? 'amount' : 'text' }
  return { field, heading, kind, neverTruncate: true, getValue: (row) => readCell(row, field) }
}

/** Returns the rows of TSV and CSV; with `--rows` one for each transaction, below what names its row. */
function listFlatRows(result: ReportResult): readonly ReportRow[] {
  if (!getShownReport(result).listsTransactions) return result.rows
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
  if (!getShownReport(result).listsTransactions) return columns.map(({ field }) => field)
  const names = columns.filter(({ kind }) => kind === 'text' || kind === 'month').map(({ field }) => field)
  return [...new Set([...names, ...transactionFields])]
}

/** Renders a report: title, chart, rows, totals and notes. */
function renderReport(result: ReportResult, style: TextStyle): string {
  const { report, drawn, showsDefinition, listsTransactions, references } = getShownReport(result)
  const { title, currency, notes, definition, rows } = report
  const { bold, dim } = style.colors
  const chart = drawn === 'full' ? renderLineChart(report, style) : ''
  const table = listsTransactions
    ? renderReportTransactions(report, references, style)
    : renderReportTable(report, style, drawn)
  const empty = rows.length === 0 ? 'Nothing in this period\n' : ''
  const signs = listsTransactions ? [] : explainSparklines(report, table)
  const sentences = [...signs, ...notes, ...(showsDefinition ? [definition] : [])].map(
    (note) => `${dim(sanitizeLine(note))}\n`,
  )
  const text = [
    `${bold(sanitizeLine(title))} · ${sanitizeLine(currency)}\n\n`,
    chart,
    table,
    empty,
    ...(sentences.length > 0 ? ['\n', ...sentences] : []),
  ].join('')
  return style.isAscii ? toAsciiSigns(text) : text
}

// JSON omits symbol keys.
const shown: unique symbol = Symbol('how a terminal shows the report')

/** How a terminal shows a report. */
interface ShownReport {
  report: Report
  drawn: DrawnParts
  showsDefinition: boolean
  /** True with `--rows`. */
  listsTransactions: boolean
  /** The references of the transactions behind rows, by id. */
  references: ReadonlyMap<string, string>
}

/** A report without what only its rendering needs: as JSON has it. */
export type PlainReport = Omit<Report, 'chart' | 'columns'> & {
  columns: readonly Pick<ReportColumn, 'field' | 'heading' | 'kind'>[]
}

/** A report as JSON has it, and how a terminal shows it. */
export type ReportResult = PlainReport & { readonly [shown]: ShownReport }

/** Returns a report as JSON has it. */
export const toPlainReport = ({ chart: _, ...report }: Report): PlainReport => ({
  ...report,
  columns: report.columns.map(({ field, heading, kind }) => ({ field, heading, kind })),
  rows: report.rows.map(withoutLines),
})

/** Returns the result of a report command. */
export const createReportResult = (report: Report, options: Omit<ShownReport, 'report'>): ReportResult => ({
  ...toPlainReport(report),
  [shown]: { report, ...options },
})

/** Returns how a terminal shows a result. */
const getShownReport = (result: ReportResult): ShownReport => result[shown]

const withoutLines = ({ lines: _, ...row }: ReportRow): ReportRow => row
