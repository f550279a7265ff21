/** Tests line charts: their ticks, width and signs. */

import { describe, expect, it } from 'vitest'
import { plainStyle } from '../../../src/output/style.ts'
import { netWorth } from '../../../src/reports/net-worth.ts'
import type { Report } from '../../../src/reports/report.ts'
import { chooseTicks, renderLineChart } from '../../../src/reports/terminal/line-chart.ts'

const months = Array.from({ length: 60 }, (_, at) => {
  const month = `${2022 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  return month
})

/** Returns a report of net worth with these amounts, from January 2022 on. */
const createReport = (amounts: readonly string[]): Report => ({
  report: 'networth',
  title: 'Net worth',
  period: { since: '2022-01-01', until: '2026-12-31' },
  compared_period: null,
  currency: 'USD',
  definition: '',
  columns: netWorth.columns,
  rows: amounts.map((net_worth, at) => ({ month: months[at] ?? '', net_worth })),
  totals: null,
  months: null,
  chart: { kind: 'lines', label: 'month', values: ['net_worth'] },
  notes: [],
})

describe('the ticks of a chart', () => {
  it.each([
    [0, 14_750.4, [0, 5000, 10_000, 15_000]],
    [-1200, 2500, [-2000, -1000, 0, 1000, 2000, 3000]],
    [0, 0.3, [0, 0.1, 0.2, 0.3]],
    [0, 73, [0, 20, 40, 60, 80]],
    [0, 0, [0, 0.25]],
    [0, 999_999_999_999_999, [0, 250e12, 500e12, 750e12, 1000e12]],
  ])('from %d to %d are round and reach beyond both', (lowest, highest, ticks) =>
    expect(chooseTicks(lowest, highest)).toEqual(ticks),
  )
})

describe('a line chart', () => {
  it.each([[40], [80], [120], [200]])('fits %d columns, however many months', (width) => {
    for (const count of [2, 3, 12, 13, 60]) {
      const amounts = Array.from({ length: count }, (_, at) => `${(at - 5) * 123_456}.78`)
      const lines = renderLineChart(createReport(amounts), { ...plainStyle, width }).split('\n')
      expect(lines.length).toBeGreaterThan(10)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
    }
  })
  it('shows zero, and values below it', () =>
    expect(renderLineChart(createReport(['-100.00', '100.00', '50.00']), { ...plainStyle, width: 60 })).toBe(
      `    ▲
 100┤               ┏━━━━━━━━━━━━━━━━┓
    │               ┃                ┃
  50┤               ┃                ┗━━━━━━━━━━━━━━━━━
    │               ┃
   0┤               ┃
    │               ┃
    │               ┃
 -50┤               ┃
    │               ┃
-100┤━━━━━━━━━━━━━━━┛
    └┬───────────────┬────────────────┬────────────────▶
     Jan 22          Feb              Mar

`,
    ))
  it('of a plain terminal is plain text', () =>
    expect(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
      /^[\x00-\x7f]*$/.test(
        renderLineChart(createReport(['1', '-2', '3']), { ...plainStyle, isAscii: true }),
      ),
    ).toBe(true))
  it('needs two months, and says so', () => {
    expect(renderLineChart(createReport(['5.00']), plainStyle)).toBe('A chart needs at least two months\n\n')
    expect(renderLineChart(createReport([]), plainStyle)).toBe('')
  })
})
