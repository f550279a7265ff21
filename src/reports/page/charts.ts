/** Draws charts as SVG: lines and columns over time, bars for rankings. Only this folder imports d3. */

import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { daysInMonth, isMonth, toMonth } from '../../money/calendar.ts'
import { truncateToWidth } from '../../output/display-width.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { type Html, html, noMarkup, trustMarkup } from '../../output/html.ts'
import type { Report, ReportChart, ReportRow } from '../report.ts'
import { seriesClasses } from './style-sheet.ts'

/** The size of a chart, in pixels. */
interface ChartSize {
  name: 'wide' | 'narrow'
  width: number
  height: number
  /** The most labels that fit beside each other on the time axis. */
  maxLabels: number
  /** The width of the names to the left of bars; 0 writes them above. */
  names: number
  /** The width of the amounts to the right of bars. */
  amounts: number
}

// Each chart is drawn for both, and the style sheet shows one: text that shrinks with the screen cannot be read.
const SIZES: readonly ChartSize[] = [
  { name: 'wide', width: 720, height: 274, maxLabels: 12, names: 190, amounts: 170 },
  { name: 'narrow', width: 360, height: 214, maxLabels: 4, names: 0, amounts: 4 },
]
const MARGIN = { top: 14, right: 18, bottom: 42, left: 62 }
const NAME_HEIGHT = 20
const MAX_BARS = 15
const MAX_LABEL_WIDTH = 26

const classAt = (at: number): string => seriesClasses[at % seriesClasses.length] ?? ''
const round = (value: number): number => Math.round(value * 10) / 10

const UNITS = [
  { from: 1e12, by: 1e12, unit: 'T' },
  { from: 1e9, by: 1e9, unit: 'B' },
  { from: 1e6, by: 1e6, unit: 'M' },
  { from: 1e4, by: 1e3, unit: 'k' },
] as const

/** Formats the values of an axis in one unit: `0`, `500`, `1,000` or `5k`, `10k`, `15k`. */
export function formatTicks(values: readonly number[]): string[] {
  const largest = Math.max(0, ...values.map(Math.abs))
  const { by, unit } = UNITS.find(({ from }) => largest >= from) ?? { by: 1, unit: '' }
  return values.map((value) => {
    const text = groupThousands(String(Number((value / by).toPrecision(6))))
    return value === 0 ? '0' : `${text}${unit}`
  })
}

/** Returns the scale of the amounts: it includes zero, and has a height even when all values are equal. */
function scaleAmounts(series: readonly Pick<ChartSeries, 'values'>[], range: [number, number]) {
  const values = series.flatMap(({ values: amounts }) => amounts.filter((value) => value !== null))
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  return scaleLinear()
    .domain([low, high === low ? low + 1 : high])
    .nice(5)
    .range(range)
}

function drawGrid(ticks: readonly number[], toY: (value: number) => number, width: number): Html[] {
  const texts = formatTicks(ticks)
  return ticks.map((tick, at) => {
    const y = round(toY(tick))
    return html`<line class="${tick === 0 ? 'zero' : 'grid'}" x1="${MARGIN.left}" x2="${width - MARGIN.right}" y1="${y}" y2="${y}"/><text x="${MARGIN.left - 8}" y="${y + 4}" text-anchor="end">${texts[at] ?? ''}</text>`
  })
}

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns `2026-01` as `Jan`, with the year where it begins; other labels stay as they are. */
function shortenMonths(labels: readonly string[]): string[] {
  return labels.map((label, at) => {
    const name = isMonth(label) ? MONTH_NAMES[Number(label.slice(5)) - 1] : undefined
    if (name === undefined) return label
    return at === 0 || labels[at - 1]?.slice(0, 4) !== label.slice(0, 4)
      ? `${name} ${label.slice(0, 4)}`
      : name
  })
}

function drawTimeLabels(
  { labels, lastDay }: ChartData,
  { height, maxLabels }: ChartSize,
  toX: (label: string) => number,
): Html[] {
  const step = Math.ceil(labels.length / maxLabels)
  const shown = labels.filter((_, at) => (labels.length - 1 - at) % step === 0)
  const texts = shortenMonths(shown).map(
    (text, at) =>
      html`<text x="${round(toX(shown[at] ?? ''))}" y="${height - 22}" text-anchor="middle">${text}</text>`,
  )
  if (lastDay === undefined) return texts
  const x = round(toX(labels.at(-1) ?? ''))
  return [
    ...texts,
    html`<text x="${x}" y="${height - 8}" text-anchor="middle">to ${Number(lastDay.slice(8))}</text>`,
  ]
}

/** Returns the class of a value of the last month when that is not whole. */
const partClass = ({ labels, lastDay }: ChartData, index: number): string =>
  lastDay !== undefined && index === labels.length - 1 ? ' part' : ''

function drawLines(data: ChartData, size: ChartSize): Html {
  const { labels, series } = data
  const x = scalePoint(labels, [MARGIN.left + 14, size.width - MARGIN.right - 14])
  const y = scaleAmounts(series, [size.height - MARGIN.bottom, MARGIN.top])
  const toX = (label: string): number => x(label) ?? 0
  const paths = series.map(({ values }, at): Html => {
    const points = values.map((value, index) => [toX(labels[index] ?? ''), value] as const)
    const draw = line<readonly [number, number | null]>()
      .defined(([, value]) => value !== null)
      .x(([left]) => round(left))
      .y(([, value]) => round(y(value ?? 0)))
    const dots = points.map(([left, value], index) =>
      value === null
        ? noMarkup
        : html`<circle class="dot ${classAt(at)}${partClass(data, index)}" cx="${round(left)}" cy="${round(y(value))}" r="2.5"/>`,
    )
    return html`<path class="line ${classAt(at)}" d="${draw(points) ?? ''}"/>${dots}`
  })
  return html`${drawGrid(y.ticks(5), y, size.width)}${drawTimeLabels(data, size, toX)}${paths}`
}

function drawColumns(data: ChartData, size: ChartSize): Html {
  const { labels, series } = data
  const groups = scaleBand(labels, [MARGIN.left, size.width - MARGIN.right])
    .paddingInner(0.25)
    .paddingOuter(0.15)
  const y = scaleAmounts(series, [size.height - MARGIN.bottom, MARGIN.top])
  const width = groups.bandwidth() / series.length
  const columns = series.flatMap(({ values }, at) =>
    values.map((value, index): Html => {
      if (value === null) return noMarkup
      const left = (groups(labels[index] ?? '') ?? 0) + width * at
      const top = Math.min(y(value), y(0))
      return html`<rect class="bar ${classAt(at)}${partClass(data, index)}" x="${round(left)}" y="${round(top)}" width="${round(Math.max(1, width - 1))}" height="${round(Math.abs(y(value) - y(0)))}"/>`
    }),
  )
  const toX = (label: string): number => (groups(label) ?? 0) + groups.bandwidth() / 2
  return html`${drawGrid(y.ticks(5), y, size.width)}${drawTimeLabels(data, size, toX)}${columns}`
}

/** Returns the heights in a chart of bars: of a bar, of the name above the bars of a row, and of a row. */
function measureBars({ series }: ChartData, { names }: ChartSize) {
  const bar = series.length === 1 ? 14 : 9
  const above = names === 0 ? NAME_HEIGHT : 0
  return { bar, above, row: above + bar * series.length + 10 }
}

function drawBars(data: ChartData, size: ChartSize): Html {
  const { labels } = data
  const { bar, above, row } = measureBars(data, size)
  const series = data.series.map((one) => ({ ...one, values: one.values.slice(0, MAX_BARS) }))
  const x = scaleAmounts(series, [size.names, size.width - size.amounts])
  const zero = round(x(0))
  const rows = labels.slice(0, MAX_BARS).map((label, index): Html => {
    const amounts = series.map(({ texts }) => texts[index] ?? '').filter((text) => text !== '')
    const text = amounts.join(' / ')
    const top = index * row + above
    const ends = series.map(({ values }) => x(values[index] ?? 0))
    const bars = ends.map((end, at) => {
      const left = Math.min(end, zero)
      return html`<rect class="bar ${classAt(at)}" x="${round(left)}" y="${top + 5 + bar * at}" width="${round(Math.abs(end - zero))}" height="${bar - (series.length > 1 ? 1 : 0)}"/>`
    })
    const name = truncateToWidth(label, MAX_LABEL_WIDTH)
    if (above > 0)
      return html`<text x="0" y="${top}">${name}</text><text class="v" x="${size.width}" y="${top}" text-anchor="end">${text}</text>${bars}`
    const middle = top + row / 2 + 4
    return html`<text x="${size.names - 10}" y="${middle}" text-anchor="end">${name}</text>${bars}<text class="v" x="${round(Math.max(...ends, zero) + 8)}" y="${middle}">${text}</text>`
  })
  return html`<line class="zero" x1="${zero}" x2="${zero}" y1="0" y2="${rows.length * row}"/>${rows}`
}

function drawLegend({ kind, series }: ChartData): Html {
  if (series.length < 2) return noMarkup
  const keys = series.map(({ name }, at) => {
    const sample =
      kind === 'lines'
        ? html`<line class="line ${classAt(at)}" x1="1" x2="31" y1="6" y2="6"/>`
        : html`<rect class="bar ${classAt(at)}" x="9" y="1" width="14" height="9"/>`
    return html`<span><svg viewBox="0 0 32 12" aria-hidden="true">${sample}</svg>${name}</span>`
  })
  return html`<figcaption>${keys}</figcaption>`
}

/** Draws the chart of a report; nothing when it has none. */
export function renderChart(report: Report): Html {
  const data = readChart(report)
  if (!data) return noMarkup
  const bars = Math.min(data.labels.length, MAX_BARS)
  const drawings = SIZES.map((size) => {
    const height = data.kind === 'bars' ? bars * measureBars(data, size).row : size.height
    return html`<svg class="${size.name}" viewBox="0 0 ${size.width} ${height}" role="img" aria-label="${describeChart(report)}">${drawChart(data, size)}</svg>`
  })
  return html`<figure>${drawings}${drawLegend(data)}</figure>`
}

function drawChart(data: ChartData, size: ChartSize): Html {
  switch (data.kind) {
    case 'lines':
      return drawLines(data, size)
    case 'columns':
      return drawColumns(data, size)
    case 'bars':
      return drawBars(data, size)
  }
}

const SPARK = { width: 96, height: 20 }

/** Draws amounts by month as a small line without axes. */
export function renderSparkline(amounts: readonly string[], months: readonly string[]): Html {
  const values = amounts.map(Number)
  if (values.length === 0) return noMarkup
  const y = scaleAmounts([{ values }], [SPARK.height - 2, 2])
  const step = (SPARK.width - 4) / Math.max(1, values.length - 1)
  const draw = line<number>()
    .x((_, at) => round(2 + at * step))
    .y((value) => round(y(value)))
  const label = `${months[0] ?? ''} to ${months.at(-1) ?? ''}: from ${groupThousands(amounts[0] ?? '')} to ${groupThousands(amounts.at(-1) ?? '')}`
  const path = trustMarkup(draw(values) ?? '')
  return html`<svg class="spark" viewBox="0 0 ${SPARK.width} ${SPARK.height}" role="img" aria-label="${label}"><path class="line s0" d="${path}"/></svg>`
}

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
function readChart(report: Report): ChartData | undefined {
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
function describeChart({ title, rows, chart }: Report): string {
  if (!chart) return title
  const named =
    rows.length > MAX_NAMED && chart.kind !== 'bars' ? rows.slice(-MAX_NAMED) : rows.slice(0, MAX_NAMED)
  const [field = ''] = chart.values
  const values = named.map((row) => `${readText(row, chart.label)} ${groupThousands(readText(row, field))}`)
  const more = rows.length > named.length ? `; all ${rows.length} are in the table below` : ''
  return `${title}: ${values.join(', ')}${more}`
}
