import { describe, expect, it } from 'vitest'
import { renderPage } from '../../../src/reports/page/page.ts'
import type { ReportColumn } from '../../../src/reports/report.ts'
import { createReport } from './sample-report.ts'

/** Texts that would be markup, script or a style if they were not escaped. */
const CANARIES = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '</title><h1>canary</h1>',
  '<!-- canary --><svg onload=alert(1)>',
  '&lt;script&gt; &amp;amp;',
  'javascript:alert(1)',
  '\u202egnp.exe\u202c',
  'bell \u0007 escape \u001b[31m',
  '\ud800 half a character',
]

const pageWith = (text: string): string =>
  renderPage({
    title: text,
    subtitle: text,
    figures: [{ name: text, value: text }],
    reports: [
      createReport({
        title: text,
        definition: text,
        currency: text,
        columns: [
          { field: 'group', heading: text, kind: 'text', isGroupHeading: true },
          { field: 'category', heading: text, kind: 'text' },
          { field: 'amount', heading: text, kind: 'amount' },
        ],
        rows: [
          { group: text, category: text, amount: '1.00', monthly: ['1.00', '2.00'] },
          { group: text, category: `${text} `, amount: '-2.00', monthly: [] },
        ],
        totals: { amount: '-1.00' },
        months: [text, text],
        chart: { kind: 'bars', label: 'category', values: ['amount'] },
        notes: [text],
      }),
      createReport({
        chart: { kind: 'lines', label: 'category', values: ['amount'] },
        rows: [{ category: text, amount: text }],
      }),
      createReport({
        chart: { kind: 'columns', label: 'category', values: ['amount'] },
        rows: [{ category: text, amount: '1' }],
      }),
    ],
  })

describe('the page', () => {
  it('has the same tags and attributes whatever the names in it are', () => {
    const shapeOf = (page: string) => page.match(/<[^>]*>/g)?.map((tag) => tag.replace(/"[^"]*"/g, '""'))
    const plain = shapeOf(pageWith('Groceries'))
    for (const canary of CANARIES)
      expect({ canary, shape: shapeOf(pageWith(canary)) }).toEqual({ canary, shape: plain })
  })

  it('has no raw control character, bidi mark or half character', () => {
    for (const canary of CANARIES) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(pageWith(canary)).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
      )
      expect(pageWith(canary).isWellFormed()).toBe(true)
    }
  })

  it('loads nothing: its only address is the name space of nothing', () => {
    const page = pageWith('Groceries')
    expect(page).not.toMatch(
      /<(script|link|iframe|object|embed|form|base)\b|\bsrc=|url\(|@import|https?:|srcset/i,
    )
    expect(page.match(/href="[^#][^"]*"/g)).toBe(null)
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    )
  })

  it('formats each kind of column as it is read', () => {
    const kinds: [ReportColumn['kind'], string | number, string][] = [
      ['amount', '-1234.50', '-1,234.50'],
      ['average', '1234.5', '1,234.5'],
      ['count', 12345, '12,345'],
      ['percent', 22, '22 %'],
      ['change', 11, '▲ 11 %'],
      ['change', -37, '▼ 37 %'],
      ['change', 0, '0 %'],
      ['days', 1, '1 day'],
      ['days', 1200, '1,200 days'],
      ['month', '2026-11', '2026-11'],
      ['date', '2026-11-20', '2026-11-20'],
      ['text', '1234', '1234'],
    ]
    for (const [kind, value, text] of kinds) {
      const columns: ReportColumn[] = [
        { field: 'category', heading: 'Category', kind: 'text' },
        { field: 'value', heading: 'Value', kind },
      ]
      const page = renderPage({
        title: '',
        subtitle: '',
        figures: [],
        reports: [createReport({ columns, rows: [{ category: 'Rent', value }], chart: null })],
      })
      const heading = kind === 'change' ? 'Change' : 'Value'
      const negative = text.startsWith('-') ? ' neg' : ''
      const isDate = kind === 'month' || kind === 'date'
      const word = isDate ? `<td class="d" data-h="Value">${text}</td>` : `<td data-h="Value">${text}</td>`
      const cell =
        isDate || kind === 'text' ? word : `<td class="n${negative}" data-h="${heading}">${text}</td>`
      expect(page).toContain(`<tr><th scope="row">Rent</th>${cell}</tr>`)
    }
  })

  it('says that there is nothing in a period without rows, and draws no chart', () => {
    const page = renderPage({ title: '', subtitle: '', figures: [], reports: [createReport({ rows: [] })] })
    expect(page).toContain('<p>Nothing in this period.</p>')
    expect(page).not.toContain('<svg')
  })

  it('omits ids and the group column from the table, and repeats a group only where it changes', () => {
    const columns: ReportColumn[] = [
      { field: 'group', heading: 'Group', kind: 'text', isGroupHeading: true },
      { field: 'category', heading: 'Category', kind: 'text' },
      { field: 'category_id', heading: 'Id', kind: 'text', isHidden: true },
    ]
    const rows = ['Rent', 'Food'].map((category) => ({ group: 'Needs', category, category_id: 'cat_secret' }))
    const reports = [createReport({ columns, rows, chart: null })]
    const page = renderPage({ title: '', subtitle: '', figures: [], reports })
    expect(page).not.toContain('cat_secret')
    expect(page.match(/<th colspan="1" scope="rowgroup">Needs<\/th>/g)).toHaveLength(1)
  })
})
