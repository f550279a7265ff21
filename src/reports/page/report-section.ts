/** Renders a report as a section of the page: heading, definition, chart, table, notes. */

import { groupThousands } from '../../output/format-amount.ts'
import { type Html, html, noMarkup } from '../../output/html.ts'
import type { Report, ReportCell, ReportColumn, ReportRow } from '../report.ts'
import { readCell } from '../report.ts'
import { formatReportCell } from '../terminal/format-cell.ts'
import { findEndWithin, renderChart, renderSparkline } from './charts.ts'

const isNumeric = ({ kind }: ReportColumn): boolean => kind !== 'text' && kind !== 'month' && kind !== 'date'

/** Returns the text of a cell as it is read. */
const formatCell = (row: ReportRow, column: ReportColumn): string => {
  const text = formatReportCell(row, column)
  return column.kind === 'amount' || column.kind === 'average' ? groupThousands(text) : text
}

/** Returns the heading of a column. In a terminal, that of a change completes the cell: `▲ 11 % on 2025`. */
const getHeading = ({ kind, heading }: ReportColumn): string => (kind === 'change' ? 'Change' : heading)

const isNegativeCell = (cell: ReportCell): boolean => String(cell).startsWith('-')

/** Returns the text of a cell; a month that is not whole has its last day: `2026-11, to 22`. */
function formatMarkedCell(row: ReportRow, column: ReportColumn, report: Report): string {
  const text = formatCell(row, column)
  const lastDay = column.kind === 'month' ? findEndWithin(report, text) : undefined
  return lastDay === undefined ? text : `${text}, to ${Number(lastDay.slice(8))}`
}

function renderCell(row: ReportRow, column: ReportColumn, report: Report, isRowHeading: boolean): Html {
  const cell = readCell(row, column.field)
  const text = formatMarkedCell(row, column, report)
  // On a narrow screen the heading is written in the cell.
  const heading = html` data-h="${getHeading(column)}"`
  if (isRowHeading) return html`<th scope="row">${text}</th>`
  if (column.kind === 'text') return html`<td${heading}>${text}</td>`
  if (!isNumeric(column)) return html`<td class="d"${heading}>${text}</td>`
  return column.kind !== 'change' && isNegativeCell(cell)
    ? html`<td class="n neg"${heading}>${text}</td>`
    : html`<td class="n"${heading}>${text}</td>`
}

/** Returns the column that names the rows: that of the chart, or the first. */
const findNameColumn = ({ chart }: Report, columns: readonly ReportColumn[]): ReportColumn | undefined =>
  columns.find(({ field }) => field === chart?.label) ?? columns[0]

function renderRow(row: ReportRow, columns: readonly ReportColumn[], report: Report): Html {
  const { months } = report
  const name = findNameColumn(report, columns)
  const cells = columns.map((column) => renderCell(row, column, report, column === name))
  const spark = months
    ? html`<td data-h="Each month">${renderSparkline(row.monthly ?? [], months)}</td>`
    : noMarkup
  return html`<tr>${cells}${spark}</tr>\n`
}

/** Returns the rows, with a line above those that share the value of the group heading. */
function renderRows(report: Report, columns: readonly ReportColumn[], width: number): Html[] {
  const grouping = report.columns.find(({ isGroupHeading }) => isGroupHeading)
  let current: string | undefined
  return report.rows.map((row) => {
    const group = grouping && formatCell(row, grouping)
    const line = renderRow(row, columns, report)
    if (group === undefined || group === current) return line
    current = group
    return html`<tr><th colspan="${width}" scope="rowgroup">${group === '' ? 'No group' : group}</th></tr>\n${line}`
  })
}

function renderTotals(report: Report, columns: readonly ReportColumn[]): Html {
  const { totals } = report
  if (!totals) return noMarkup
  const name = findNameColumn(report, columns)?.field ?? ''
  return html`<tfoot>${renderRow({ ...totals, [name]: readCell(totals, name) ?? 'Total' }, columns, report)}</tfoot>`
}

function renderTable(report: Report): Html {
  const columns = report.columns.filter(({ isHidden, isGroupHeading }) => !isHidden && !isGroupHeading)
  if (report.rows.length === 0) return html`<p>Nothing in this period.</p>`
  const width = columns.length + (report.months ? 1 : 0)
  const headings = columns.map(
    (column) =>
      html`<th scope="col"${isNumeric(column) ? html` class="n"` : noMarkup}>${getHeading(column)}</th>`,
  )
  const spark = report.months ? html`<th scope="col">Each month</th>` : noMarkup
  const caption = `${report.period.since} to ${report.period.until}, in ${report.currency}`
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${report.title}: table"><table><caption>${caption}</caption>
<thead><tr>${headings}${spark}</tr></thead>
<tbody>
${renderRows(report, columns, width)}</tbody>${renderTotals(report, columns)}</table></div>`
}

/** Draws the chart of a report, or one for each value of `splitBy`. */
function renderCharts(report: Report): Html | Html[] {
  const { rows, title, chart } = report
  const splitBy = chart?.splitBy
  if (splitBy === undefined) return renderChart(report)
  return [...new Set(rows.map((row) => String(readCell(row, splitBy))))].map((name) => {
    const own = rows.filter((row) => readCell(row, splitBy) === name)
    return html`<h3>${name}</h3>${renderChart({ ...report, title: `${title}, ${name}`, rows: own })}`
  })
}

/** Renders a report. `id` is the fragment that the contents link to. */
export function renderReportSection(report: Report, id: string): Html {
  const notes = report.notes.map((note) => html`<li>${note}</li>`)
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${report.title}</h2>
<p class="definition">${report.definition}</p>
${renderCharts(report)}
${renderTable(report)}
${notes.length > 0 ? html`<ul class="notes">${notes}</ul>` : noMarkup}
</section>
`
}
