/** Draws a report over time as a line chart. Only this file imports simple-ascii-chart. */

import plot from 'simple-ascii-chart'
import { groupThousands } from '../../output/format-amount.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import type { TextStyle } from '../../output/style.ts'
import type { Report, ReportRow } from '../report.ts'
import { readCell } from '../report.ts'

const HEIGHT = 10
const MAX_WIDTH = 110
/** In a file or a pipe there is no width. */
const WIDTH_WITHOUT_TERMINAL = 80
const TICKS = 4
/** The columns of a month's name and of the gap behind it. */
const LABEL_WIDTH = 7

const asciiSymbols = {
  axis: {
    n: '^',
    ns: '|',
    y: '+',
    nse: '+',
    x: '+',
    we: '-',
    e: '>',
    intersectionXY: '+',
    intersectionX: '+',
    intersectionY: '+',
  },
  chart: { we: '-', wns: '+', ns: '|', nse: '+', wsn: '+', sne: '+', area: '#' },
  point: 'o',
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Abbreviates a month, of which the first one and every January have their year, or a date: `4 Dec`. */
const abbreviateMonth = (month: string, isFirst: boolean): string => {
  const name = MONTHS[Number(month.slice(5, 7)) - 1] ?? month
  const day = month.slice(8)
  if (day !== '') return `${Number(day)} ${name}`
  return isFirst || name === 'Jan' ? `${name} ${month.slice(2, 4)}` : name
}

/** Returns round values that span the numbers. */
export function chooseTicks(lowest: number, highest: number): number[] {
  const range = highest - lowest || Math.abs(highest) || 1
  const rough = range / TICKS
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = magnitude * ([1, 2, 2.5, 5].find((factor) => factor * magnitude >= rough) ?? 10)
  const first = Math.floor(lowest / step) * step
  const count = Math.max(1, Math.ceil((highest - first) / step))
  // Multiples of the step, so that 0.1 + 0.2 is not 0.30000000000000004.
  return Array.from({ length: count + 1 }, (_, at) => Number((first + at * step).toPrecision(12)))
}

const formatTick = (value: number): string =>
  groupThousands(Math.abs(value) >= 1e15 ? value.toExponential(2) : String(value))

/**
 * Draws the lines of a report: one chart, or one for each value of `splitBy`. For a single month it says that one is
 * too few.
 */
export function renderLineChart({ chart, rows, columns }: Report, style: TextStyle): string {
  if (chart?.kind !== 'lines') return ''
  const { splitBy, label, values } = chart
  const names =
    splitBy === undefined ? [undefined] : [...new Set(rows.map((row) => String(readCell(row, splitBy))))]
  const headings = values.map((field) => columns.find((column) => column.field === field)?.heading ?? field)
  return names
    .map((name) => {
      const own =
        name === undefined || splitBy === undefined
          ? rows
          : rows.filter((row) => readCell(row, splitBy) === name)
      // One month is no line.
      if (toPoints(own, values[0] ?? '').length < 2)
        return own.length > 0 ? `${style.colors.dim('A chart needs at least two months')}\n\n` : ''
      const drawn = drawChart(own, { label, values }, style)
      const [line, points] = headings
      const legend =
        drawn === '' || points === undefined
          ? ''
          : `  ${style.isAscii ? '--' : '━━'} ${line}   ${style.isAscii ? 'o' : '●'} ${points}\n`
      return drawn === ''
        ? ''
        : `${name === undefined ? '' : `${style.colors.bold(sanitizeLine(name))}\n`}${drawn}${legend}\n`
    })
    .join('')
}

function drawChart(
  rows: readonly ReportRow[],
  { label, values }: { label: string; values: readonly string[] },
  style: TextStyle,
): string {
  const [lineField = '', pointField] = values
  const line = toPoints(rows, lineField)
  const points = pointField === undefined ? [] : toPoints(rows, pointField)
  const heights = [...line, ...points].map(([, y]) => y)
  const ticks = chooseTicks(Math.min(0, ...heights), Math.max(0, ...heights))
  const tickWidth = Math.max(...ticks.map((tick) => formatTick(tick).length))
  const width =
    Math.min(Number.isFinite(style.width) ? style.width : WIDTH_WITHOUT_TERMINAL, MAX_WIDTH) - tickWidth - 6
  if (width < 2 * LABEL_WIDTH) return ''
  const every = Math.ceil((line.length * LABEL_WIDTH) / width)
  const labelled = line.map(([x]) => x).filter((_, at) => at % every === 0)
  const [lastX, lastY] = line.at(-1) ?? [0, 0]
  // A step ends where the next one begins: the last month is as wide as the others.
  const drawn = plot([...line, [lastX + 1, lastY]], {
    width,
    height: HEIGHT,
    yRange: [ticks[0] ?? 0, ticks.at(-1) ?? 0],
    customYAxisTicks: ticks,
    customXAxisTicks: labelled,
    points: points.map(([x, y]) => ({ x, y })),
    formatter: (value, { axis }) => (axis === 'x' ? '' : formatTick(value)),
    ...(style.isAscii && { symbols: asciiSymbols }),
  })
  const lines = drawn
    .split('\n')
    .map((text) => text.trimEnd())
    .filter((text) => text !== '')
  const names = labelled.map((x) =>
    abbreviateMonth(String(readCell(rows[x], label) ?? ''), x === labelled[0]),
  )
  return `${[...lines, labelTicks(lines.at(-1) ?? '', names)].join('\n')}\n`
}

/** Returns the names of the ticks of an axis, each from its tick on. */
function labelTicks(axis: string, names: readonly string[]): string {
  const corner = axis.search(/\S/)
  const ticks = [...axis.matchAll(/[┬+]/g)].map(({ index }) => index).filter((at) => at > corner)
  return names.reduce((text, name, at) => {
    const start = Math.min(ticks[at] ?? text.length, axis.length - name.length)
    return start < text.length ? text : `${text.padEnd(start)}${name}`
  }, '')
}

/** Returns the points of a field by the place of their row. Numbers serve to draw only. */
function toPoints(rows: readonly ReportRow[], field: string): [x: number, y: number][] {
  return rows.flatMap((row, at): [number, number][] => {
    const cell = readCell(row, field)
    return cell === null ? [] : [[at, Number(cell)]]
  })
}
