/** Renders the rows of a report as a table with sparklines or bars, and with its totals. */

import { displayWidth } from '../../output/display-width.ts'
import type { TextStyle } from '../../output/style.ts'
import { createTableRenderer } from '../../output/table.ts'
import type { Cell, ColumnSpec } from '../../output/view.ts'
import type { Report, ReportColumn, ReportRow } from '../report.ts'
import { readCell } from '../report.ts'
import { BELOW_ZERO, drawBars, drawSparkline } from './blocks.ts'
import { formatReportCell, toColumnSpec } from './format-cell.ts'

/** How much is drawn: `full` for --chart, `none` for --no-chart. */
export type DrawnParts = 'full' | 'standard' | 'none'

const BAR_GAP = 2
const MIN_BAR = 8
const MAX_BAR = { standard: 20, full: 80 } as const
/** In a file or a pipe there is no width. */
const WIDTH_WITHOUT_TERMINAL = 100

/** A cell of an amount as a number: only for drawing, never for money. */
export const toDrawnNumber = (cell: unknown): number =>
  typeof cell === 'string' || typeof cell === 'number' ? Number(cell) : 0

interface TableColumn {
  spec: ColumnSpec
  read: (row: ReportRow) => Cell
}

/** Renders the rows of a report. */
export function renderReportTable(report: Report, style: TextStyle, drawn: DrawnParts): string {
  if (report.rows.length === 0) return ''
  const columns = listTableColumns(report, style, drawn)
  const bars = drawn === 'none' ? undefined : selectBarField(report, drawn)
  const table = renderRows(report, columns, { style })
  if (bars === undefined) return table
  const used = Math.max(...table.split('\n').map(displayWidthOfLine))
  const maxWidth = Math.min(style.width, WIDTH_WITHOUT_TERMINAL + used) - used - BAR_GAP
  const width = Math.min(maxWidth, MAX_BAR[drawn === 'full' ? 'full' : 'standard'])
  if (width < MIN_BAR) return table
  const texts = drawBars(
    report.rows.map((row) => (readCell(row, 'combined') === null ? toDrawnNumber(row[bars]) : 0)),
    width,
    style.isAscii,
  )
  const barByRow = new Map(report.rows.map((row, at) => [row, texts[at] ?? '']))
  const spec: ColumnSpec = { field: 'bar', heading: '', kind: 'text', neverTruncate: true }
  return renderRows(report, [...columns, { spec, read: (row) => barByRow.get(row) ?? '' }], {
    style,
    ruleWidth: used,
  })
}

/** Removes the colours of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal reads colours as control characters
export const stripColors = (line: string): string => line.replace(/\u001b\[[\d;]*m/g, '')
const displayWidthOfLine = (line: string): number => displayWidth(stripColors(line))

/** Returns the field that bars show; undefined where a line chart or a sparkline shows more. */
function selectBarField({ chart, months }: Report, drawn: DrawnParts): string | undefined {
  if (!chart || chart.kind === 'lines' || chart.values.length !== 1) return undefined
  return drawn === 'full' || !months ? chart.values[0] : undefined
}

const SPARKLINE_HEADING = 'each month'

/** Explains the signs of a table's sparklines, if it has any. */
export function explainSparklines({ rows, totals }: Report, table: string): string[] {
  const sparklines = [...rows, ...(totals ? [totals] : [])].map(({ monthly }) =>
    drawSparkline((monthly ?? []).map(toDrawnNumber), true),
  )
  return table.includes(SPARKLINE_HEADING) && sparklines.some((text) => text.includes(BELOW_ZERO))
    ? [`${BELOW_ZERO} marks a month below zero`]
    : []
}

/** Returns the columns that a terminal shows, the sparkline before the amounts. */
function listTableColumns(report: Report, { isAscii }: TextStyle, drawn: DrawnParts): TableColumn[] {
  const shown = report.columns.filter(({ isHidden, isGroupHeading }) => !isHidden && !isGroupHeading)
  const section = report.columns.find(({ isGroupHeading, isHidden }) => isGroupHeading && !isHidden)
  const columns = shown.map(toTableColumn)
  const hasMonths = report.months !== null && drawn !== 'none'
  if (hasMonths) {
    const firstAmount = shown.findIndex(({ kind }) => kind !== 'text')
    const spec: ColumnSpec = {
      field: 'monthly',
      heading: SPARKLINE_HEADING,
      kind: 'text',
      neverTruncate: true,
      dropPriority: 4,
    }
    columns.splice(firstAmount, 0, {
      spec,
      read: ({ monthly }) => (monthly ? drawSparkline(monthly.map(toDrawnNumber), isAscii) : ''),
    })
  }
  return section ? [{ ...toSection(section) }, ...columns] : columns
}

const toTableColumn = (column: ReportColumn): TableColumn => ({
  spec: toColumnSpec(column),
  read: (row) => formatReportCell(row, column),
})

const toSection = (column: ReportColumn): TableColumn => ({
  spec: { ...toColumnSpec(column), isGroupHeading: true },
  read: (row) => formatReportCell(row, column) || 'No group',
})

/** Renders the rows and, in bold below a rule, the totals. */
function renderRows(
  { rows, totals }: Report,
  columns: readonly TableColumn[],
  { style, ruleWidth }: { style: TextStyle; ruleWidth?: number },
): string {
  const renderer = createTableRenderer(
    columns.map(({ spec }) => spec),
    style,
    true,
  )
  const hasSections = columns[0]?.spec.isGroupHeading === true
  const firstText = columns.findIndex(({ spec }) => spec.kind === 'text' && !spec.isGroupHeading)
  const toCells = (row: ReportRow): Cell[] => columns.map(({ read }) => read(row))
  const lines = rows.map(toCells).map((cells) => (hasSections ? indent(cells, firstText) : cells))
  if (!totals || rows.length < 2) return renderer.screen(lines)
  const totalCells = toCells(totals)
  if (hasSections) totalCells[0] = ''
  if (totalCells[firstText] === '') totalCells[firstText] = 'Total'
  const rendered = renderer
    .screen([...lines, totalCells])
    .trimEnd()
    .split('\n')
  const last = rendered.pop() ?? ''
  const width = ruleWidth ?? Math.max(...[...rendered, last].map(displayWidthOfLine))
  // A section without a name parts the totals already.
  const rule = hasSections ? [] : [style.colors.dim((style.isAscii ? '-' : '─').repeat(width))]
  return `${[...rendered, ...rule, style.colors.bold(last)].join('\n')}\n`
}

const indent = (cells: readonly Cell[], at: number): Cell[] =>
  cells.map((cell, index) => (index === at ? `  ${cell}` : cell))
