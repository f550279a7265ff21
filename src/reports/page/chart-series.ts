/** Reads the series that a chart of a report draws. */

import { daysInMonth, toMonth } from '../../money/calendar.ts'
import { groupThousands } from '../../output/format-amount.ts'
import type { Report, ReportChart, ReportRow } from '../report.ts'

/** One line or one color of a chart. */
export interface ChartSeries {
  name: string
  /** The amounts as they are drawn; null where a row has none. Rounding cannot be seen in a drawing. */
  values: (number | null)[]
  /** The amounts as they are written; empty where a row has none. */
  texts: string[]
}

/** What a chart draws: for each label, a value of each series. */
export interface ChartData {
  kind: ReportChart['kind']
  labels: string[]
  series: ChartSeries[]
  /** The last day of a last month that is not whole. */
  lastDay: string | undefined
}

/** Returns the last day that a report covers of a month, if it is not the last of the month. */
export const findEndWithin = ({ period: { until } }: Report, month: string): string | undefined =>
  month === toMonth(until) && Number(until.slice(8)) < daysInMonth(month) ? until : undefined

/** Returns the text of a cell; empty for none. */
const readText = (row: ReportRow, field: string): string => {
  const cell = row[field]
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
}

function toNumber(row: ReportRow, field: string): number | null {
  const text = readText(row, field)
  const value = Number(text)
  return text === '' || !Number.isFinite(value) ? null : value
}

/** Returns what the chart of a report draws; undefined when it has none, or nothing to draw. */
export function readChart(report: Report): ChartData | undefined {
  const { chart, rows, columns } = report
  if (!chart || rows.length === 0) return undefined
  const series = (chart.pageValues ?? chart.values).map((field) => ({
    name: columns.find((column) => column.field === field)?.heading ?? field,
    values: rows.map((row) => toNumber(row, field)),
    texts: rows.map((row) => groupThousands(readText(row, field))),
  }))
  const drawn = series.filter(({ values }) => values.some((value) => value !== null))
  const labels = rows.map((row) => readText(row, chart.label))
  const lastDay = findEndWithin(report, labels.at(-1) ?? '')
  return drawn.length > 0 ? { kind: chart.kind, labels, series: drawn, lastDay } : undefined
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
