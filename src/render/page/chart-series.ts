/** Reads the series that a chart of a report draws. */

import type { Report, ReportChart, ReportRow } from '../../reports/report.ts'
import { groupThousands } from '../format-amount.ts'

/** One line or one color of a chart. */
export interface ChartSeries {
  name: string
  /** The amounts as they are drawn; null where a row has none. Rounding cannot be seen in a drawing. */
  values: (number | null)[]
}

/** What a chart draws: for each label, a value of each series. */
export interface ChartData {
  kind: ReportChart['kind']
  labels: string[]
  series: ChartSeries[]
}

/** Returns the text of a cell; empty for none. */
export const readText = (row: ReportRow, field: string): string => {
  const cell = row[field]
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
}

function toNumber(row: ReportRow, field: string): number | null {
  const text = readText(row, field)
  const value = Number(text)
  return text === '' || !Number.isFinite(value) ? null : value
}

/** Returns what the chart of a report draws; undefined when it has none, or nothing to draw. */
export function readChart({ chart, rows, columns }: Report): ChartData | undefined {
  if (!chart || rows.length === 0) return undefined
  const series = (chart.pageValues ?? chart.values).map((field) => ({
    name: columns.find((column) => column.field === field)?.heading ?? field,
    values: rows.map((row) => toNumber(row, field)),
  }))
  const isDrawable = series.some(({ values }) => values.some((value) => value !== null))
  return isDrawable
    ? { kind: chart.kind, labels: rows.map((row) => readText(row, chart.label)), series }
    : undefined
}

/** How many values a description of a chart names. */
const MAX_NAMED = 4

/** Describes a chart in a sentence for those who cannot see it; the table beside it has all figures. */
export function describeChart({ title, rows, chart }: Report): string {
  if (!chart) return title
  const named =
    rows.length > MAX_NAMED && chart.kind !== 'bars' ? rows.slice(-MAX_NAMED) : rows.slice(0, MAX_NAMED)
  const [field = ''] = chart.values
  const values = named.map((row) => `${readText(row, chart.label)} ${groupThousands(readText(row, field))}`)
  const more = rows.length > named.length ? `; all ${rows.length} are in the table below` : ''
  return `${title}: ${values.join(', ')}${more}`
}
