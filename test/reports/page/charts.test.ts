import { describe, expect, it } from 'vitest'
import { formatTicks, renderChart, renderSparkline } from '../../../src/reports/page/charts.ts'
import { renderReportSection } from '../../../src/reports/page/report-section.ts'
import type { Report } from '../../../src/reports/report.ts'
import { createReport } from './sample-report.ts'

const MONTHS = Array.from(
  { length: 36 },
  (_, at) => `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
)

const createSeries = (kind: 'lines' | 'columns', amounts: (string | null)[]): Report =>
  createReport({
    columns: [
      { field: 'month', heading: 'Month', kind: 'month' },
      { field: 'net', heading: 'Net worth', kind: 'amount' },
    ],
    rows: amounts.map((net, at) => ({ month: MONTHS[at] ?? '', net })),
    chart: { kind, label: 'month', values: ['net'] },
  })

/** Returns a chart as a wide screen shows it. */
const draw = (report: Report): string => renderChart(report).markup.split('<svg class="narrow"')[0] ?? ''
const readNumbers = (markup: string, attribute: string): number[] =>
  [...markup.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, number]) => Number(number))

describe('a line chart', () => {
  it('draws higher amounts higher, and zero on its own line', () => {
    const markup = draw(createSeries('lines', ['-100.00', '0.00', '300.00']))
    const [low = 0, zero = 0, high = 0] = readNumbers(markup, 'cy')
    expect([low > zero, zero > high]).toEqual([true, true])
    expect(markup).toContain(`<line class="zero" x1="62" x2="702" y1="${zero}" y2="${zero}"/>`)
  })

  it('leaves a gap where a row has no amount', () => {
    const markup = draw(createSeries('lines', ['1.00', null, '3.00', '4.00']))
    expect(markup.match(/<circle/g)).toHaveLength(3)
    expect(/ d="([^"]*)"/.exec(markup)?.[1]?.match(/M/g)).toHaveLength(2)
  })

  it('draws a single point as a dot, and nothing without points', () => {
    expect(draw(createSeries('lines', ['5.00'])).match(/<circle/g)).toHaveLength(1)
    expect(draw(createSeries('lines', [null]))).toBe('')
    expect(draw(createSeries('lines', []))).toBe('')
  })

  it('has numbers only as coordinates, also for equal and for huge amounts', () => {
    for (const amounts of [
      ['0.00', '0.00'],
      ['999999999999999.99', '-999999999999999.99'],
      ['0.01', '0.02'],
    ]) {
      for (const kind of ['lines', 'columns'] as const) {
        const markup = draw(createSeries(kind, amounts))
        expect(markup).not.toMatch(/NaN|Infinity|undefined/)
        expect(markup).not.toBe('')
      }
    }
  })

  it('draws each account for itself', () => {
    const rows = ['Checking', 'Visa', 'Visa'].map((account, at) => ({
      account,
      month: MONTHS[at] ?? '',
      net: '1.00',
    }))
    const chart = { kind: 'lines', label: 'month', values: ['net'], splitBy: 'account' } as const
    const { markup } = renderReportSection({ ...createSeries('lines', []), rows, chart }, 'forecast')
    const drawn = markup.split('<h3>').map((part) => part.split('<svg class="narrow"')[0] ?? '')
    expect(drawn.slice(1).map((part) => [part.slice(0, 4), part.match(/<circle/g)?.length])).toEqual([
      ['Chec', 1],
      ['Visa', 2],
    ])
  })

  it('names at most twelve months, the last among them, each year once', () => {
    const markup = draw(
      createSeries(
        'lines',
        MONTHS.map(() => '1.00'),
      ),
    )
    const labels = [...markup.matchAll(/text-anchor="middle">([^<]*)</g)].map(([, text]) => text)
    expect(labels).toEqual([
      'Mar 2024',
      'Jun',
      'Sep',
      'Dec',
      'Mar 2025',
      'Jun',
      'Sep',
      'Dec',
      'Mar 2026',
      'Jun',
      'Sep',
      'Dec',
    ])
  })

  it('is described for those who cannot see it', () => {
    const markup = draw(createSeries('lines', ['1.00', '2.00', '3.00', '4.00', '1500.00']))
    expect(markup).toContain(
      'role="img" aria-label="Spending: 2024-02 2.00, 2024-03 3.00, 2024-04 4.00, 2024-05 1,500.00; all 5 are in the table below"',
    )
  })
})

describe('a column chart', () => {
  it('draws negative amounts below zero', () => {
    const markup = draw(createSeries('columns', ['100.00', '-100.00']))
    const [up = 0, down = 0] = readNumbers(markup, 'y').slice(-2)
    expect(up < down).toBe(true)
    expect(readNumbers(markup, 'height')).toEqual([109, 109])
  })

  it('marks a last month that is not over, and only that', () => {
    const report = createSeries('columns', ['100.00', '100.00'])
    const period = { since: '2024-01-01', until: '2024-02-20' }
    expect(draw({ ...report, period }).match(/class="bar s0( part)?"/g)).toEqual([
      'class="bar s0"',
      'class="bar s0 part"',
    ])
    expect(draw({ ...report, period })).toContain('>to 20</text>')
    const whole = draw({ ...report, period: { ...period, until: '2024-02-29' } })
    expect(whole).not.toMatch(/ part"|>to /)
  })
})

describe('a bar chart', () => {
  it('draws the first 15 rows, each with its amount, and shortens long names', () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({
      category: `${at} ${'x'.repeat(40)}`,
      amount: `${1000 + at}.00`,
    }))
    const markup = draw(createReport({ rows }))
    expect(markup.match(/<rect/g)).toHaveLength(15)
    expect(markup).toContain('>14 xxxxxxxxxxxxxxxxxxxxxx…</text>')
    expect(markup).toContain('>1,014.00</text>')
  })

  it('draws what the page has room for side by side, and leaves out what has no amount at all', () => {
    const fields = ['amount', 'compared', 'nothing']
    const report = createReport({
      columns: fields.map((field) => ({ field, heading: `The ${field}`, kind: 'amount' })),
      rows: [{ category: 'Rent', amount: '1000.00', compared: '900.00', nothing: null }],
      chart: { kind: 'bars', label: 'category', values: ['amount'], pageValues: fields },
    })
    expect(draw(report)).toContain('>1,000.00 / 900.00</text>')
    const { markup } = renderChart(report)
    expect(markup).toMatch(/The amount.*The compared/)
    expect(markup).not.toContain('The nothing')
  })
})

describe('the values of an axis', () => {
  it('have one unit', () => {
    expect(formatTicks([0, 500, 1000])).toEqual(['0', '500', '1,000'])
    expect(formatTicks([-5000, 0, 5000, 10_000])).toEqual(['-5k', '0', '5k', '10k'])
    expect(formatTicks([0, 500_000, 1_000_000])).toEqual(['0', '0.5M', '1M'])
    expect(formatTicks([0, 2e9])).toEqual(['0', '2B'])
    expect(formatTicks([0, 0.5])).toEqual(['0', '0.5'])
  })
})

describe('a sparkline', () => {
  it('says from where to where it goes', () => {
    const { markup } = renderSparkline(['1.00', '1200.00'], ['2026-10', '2026-11'])
    expect(markup).toContain('aria-label="2026-10 to 2026-11: from 1.00 to 1,200.00"')
    expect(markup).toContain('d="M2,18L94,2"')
  })

  it('is nothing without amounts', () => {
    expect(renderSparkline([], []).markup).toBe('')
  })
})
