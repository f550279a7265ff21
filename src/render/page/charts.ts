/** Draws charts as SVG: lines and columns over time, bars for rankings. Only this folder imports d3. */

import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { isMonth } from '../../money/calendar.ts'
import type { Report } from '../../reports/report.ts'
import { truncateToWidth } from '../display-width.ts'
import { groupThousands } from '../format-amount.ts'
import { type ChartData, type ChartSeries, describeChart, readChart, readText } from './chart-series.ts'
import { type Html, html, noMarkup, trustMarkup } from './html.ts'
import { seriesClasses } from './style-sheet.ts'

const WIDTH = 720
const HEIGHT = 260
const MARGIN = { top: 14, right: 18, bottom: 28, left: 62 }
/** The most labels that fit beside each other on the time axis. */
const MAX_LABELS = 12
const BAR_HEIGHT = 24
const BAR_LABELS = 190
const BAR_VALUES = 120
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
function scaleAmounts(series: readonly ChartSeries[], range: [number, number]) {
  const values = series.flatMap(({ values: amounts }) => amounts.filter((value) => value !== null))
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  return scaleLinear()
    .domain([low, high === low ? low + 1 : high])
    .nice(5)
    .range(range)
}

function drawGrid(ticks: readonly number[], toY: (value: number) => number): Html[] {
  const texts = formatTicks(ticks)
  return ticks.map((tick, at) => {
    const y = round(toY(tick))
    return html`<line class="${tick === 0 ? 'zero' : 'grid'}" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y}" y2="${y}"/><text x="${MARGIN.left - 8}" y="${y + 4}" text-anchor="end">${texts[at] ?? ''}</text>`
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

function drawTimeLabels(labels: readonly string[], toX: (label: string) => number): Html[] {
  const step = Math.ceil(labels.length / MAX_LABELS)
  const shown = labels.filter((_, at) => (labels.length - 1 - at) % step === 0)
  return shortenMonths(shown).map(
    (text, at) =>
      html`<text x="${round(toX(shown[at] ?? ''))}" y="${HEIGHT - 8}" text-anchor="middle">${text}</text>`,
  )
}

function drawLines({ labels, series }: ChartData): Html {
  const x = scalePoint(labels, [MARGIN.left + 14, WIDTH - MARGIN.right - 14])
  const y = scaleAmounts(series, [HEIGHT - MARGIN.bottom, MARGIN.top])
  const toX = (label: string): number => x(label) ?? 0
  const paths = series.map(({ values }, at): Html => {
    const points = values.map((value, index) => [toX(labels[index] ?? ''), value] as const)
    const draw = line<readonly [number, number | null]>()
      .defined(([, value]) => value !== null)
      .x(([left]) => round(left))
      .y(([, value]) => round(y(value ?? 0)))
    const dots = points.map(([left, value]) =>
      value === null
        ? noMarkup
        : html`<circle class="dot ${classAt(at)}" cx="${round(left)}" cy="${round(y(value))}" r="2.5"/>`,
    )
    return html`<path class="line ${classAt(at)}" d="${draw(points) ?? ''}"/>${dots}`
  })
  return html`${drawGrid(y.ticks(5), y)}${drawTimeLabels(labels, toX)}${paths}`
}

function drawColumns({ labels, series }: ChartData): Html {
  const groups = scaleBand(labels, [MARGIN.left, WIDTH - MARGIN.right])
    .paddingInner(0.25)
    .paddingOuter(0.15)
  const y = scaleAmounts(series, [HEIGHT - MARGIN.bottom, MARGIN.top])
  const width = groups.bandwidth() / series.length
  const columns = series.flatMap(({ values }, at) =>
    values.map((value, index): Html => {
      if (value === null) return noMarkup
      const left = (groups(labels[index] ?? '') ?? 0) + width * at
      const top = Math.min(y(value), y(0))
      return html`<rect class="bar ${classAt(at)}" x="${round(left)}" y="${round(top)}" width="${round(Math.max(1, width - 1))}" height="${round(Math.abs(y(value) - y(0)))}"/>`
    }),
  )
  const toX = (label: string): number => (groups(label) ?? 0) + groups.bandwidth() / 2
  return html`${drawGrid(y.ticks(5), y)}${drawTimeLabels(labels, toX)}${columns}`
}

function drawBars({ labels, series: [first] }: ChartData, texts: readonly string[]): Html {
  if (!first) return noMarkup
  const values = first.values.slice(0, MAX_BARS)
  const x = scaleAmounts([{ ...first, values }], [BAR_LABELS, WIDTH - BAR_VALUES])
  const bars = values.map((value, at): Html => {
    const middle = at * BAR_HEIGHT + BAR_HEIGHT / 2
    const end = x(value ?? 0)
    const left = Math.min(end, x(0))
    return html`<text x="${BAR_LABELS - 10}" y="${middle + 4}" text-anchor="end">${truncateToWidth(labels[at] ?? '', MAX_LABEL_WIDTH)}</text><rect class="bar s0" x="${round(left)}" y="${middle - 7}" width="${round(Math.abs(end - x(0)))}" height="14"/><text class="v" x="${round(Math.max(end, x(0)) + 8)}" y="${middle + 4}">${texts[at] ?? ''}</text>`
  })
  const zero = round(x(0))
  return html`<line class="zero" x1="${zero}" x2="${zero}" y1="0" y2="${values.length * BAR_HEIGHT}"/>${bars}`
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
  const height = data.kind === 'bars' ? Math.min(data.labels.length, MAX_BARS) * BAR_HEIGHT : HEIGHT
  const drawing = drawChart(data, report)
  return html`<figure><div class="scroll" tabindex="0" role="region" aria-label="${report.title}: chart"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${describeChart(report)}">${drawing}</svg></div>${drawLegend(data)}</figure>`
}

function drawChart(data: ChartData, { rows, chart }: Report): Html {
  switch (data.kind) {
    case 'lines':
      return drawLines(data)
    case 'columns':
      return drawColumns(data)
    case 'bars': {
      const field = chart?.values[0] ?? ''
      return drawBars(
        data,
        rows.map((row) => groupThousands(readText(row, field))),
      )
    }
  }
}

const SPARK = { width: 96, height: 20 }

/** Draws amounts by month as a small line without axes. */
export function renderSparkline(amounts: readonly string[], months: readonly string[]): Html {
  const values = amounts.map(Number)
  if (values.length === 0) return noMarkup
  const y = scaleAmounts([{ name: '', values }], [SPARK.height - 2, 2])
  const step = (SPARK.width - 4) / Math.max(1, values.length - 1)
  const draw = line<number>()
    .x((_, at) => round(2 + at * step))
    .y((value) => round(y(value)))
  const label = `${months[0] ?? ''} to ${months.at(-1) ?? ''}: from ${groupThousands(amounts[0] ?? '')} to ${groupThousands(amounts.at(-1) ?? '')}`
  const path = trustMarkup(draw(values) ?? '')
  return html`<svg class="spark" viewBox="0 0 ${SPARK.width} ${SPARK.height}" role="img" aria-label="${label}"><path class="line s0" d="${path}"/></svg>`
}
