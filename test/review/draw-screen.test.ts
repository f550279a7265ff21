/** Tests that the screen of a review fits every terminal, whatever the names in it. */

import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../src/output/display-width.ts'
import { noColors } from '../../src/output/style.ts'
import { terminalColors } from '../../src/output/theme.ts'
import { type ReviewScreen, type ReviewScreenLine, renderReviewScreen } from '../../src/review/draw-screen.ts'

const line = (more: Partial<ReviewScreenLine> = {}): ReviewScreenLine => ({
  date: '2026-11-13',
  account: 'Visa',
  merchant: 'ACME TOOLS 0042',
  count: 1,
  amount: '-89.10',
  purpose: '',
  reason: '',
  ...more,
})
const screen = (more: Partial<ReviewScreen> = {}): ReviewScreen => ({
  title: 'Review',
  progress: '2 of 34 left',
  remark: 'saved here until you send',
  lines: [line({ merchant: 'Spotify', purpose: 'Subscriptions', reason: 'rule 2', count: 9 }), line()],
  cursor: 1,
  detail: [],
  message: '',
  keys: ['Enter approve', 'c category', 'S send', 'q quit', '? help'],
  ...more,
})
const draw = (content: ReviewScreen, columns = 80, rows = 10) =>
  renderReviewScreen(content, { columns, rows, colors: noColors })

describe('the screen of a review', () => {
  it('shows what waits, why a category is likely, and the keys', () => {
    expect(draw(screen())).toEqual([
      'Review   2 of 34 left                                  saved here until you send',
      ' 2026-11-13  Visa  Spotify ×9       -89.10 → Subscriptions (rule 2)',
      '▸2026-11-13  Visa  ACME TOOLS 0042  -89.10 → ? Enter to choose',
      '',
      '',
      '',
      '',
      '',
      'Enter approve · c category · S send · q quit · ? help',
    ])
  })

  it('lists the choices below the row they are for', () => {
    const prompt = {
      title: 'Category',
      text: 'off',
      at: 3,
      chosen: 0,
      choices: [{ label: 'Everyday/Coffee', reason: 'like Heron' }],
    }
    expect(draw(screen({ prompt }), 40).slice(1, 3)).toEqual([
      '▸11-13  ACME TOOL…  -89.10 → ?',
      '   ▸ Everyday/Coffee (like Heron)',
    ])
    expect(draw(screen({ prompt })).at(-2)).toBe('Category: off_')
  })

  const hostile = [
    line({ merchant: '日本のとても長い名前の店舗です。東京都渋谷区', account: '銀行口座のなまえ' }),
    line({
      merchant: '\u001b[2J\u202eevil\n',
      purpose: '👩‍👩‍👧‍👦 Family',
      reason: 'x\u0007'.repeat(40),
      count: 123,
    }),
    line({ merchant: '', account: 'An account with a long name', amount: '-123456789012.34' }),
  ]
  const sizes = [40, 59, 60, 80, 200].flatMap((columns) =>
    [10, 15, 24, 50].map((rows) => [columns, rows] as const),
  )

  it.each(sizes)('fits %d columns and %d rows', (columns, rows) => {
    const lines = Array.from({ length: 60 }, (_, at) => hostile[at % 3] ?? line())
    const prompt = { title: 'Merchant', text: '名前'.repeat(60), at: 120, chosen: 0 }
    const help = Array.from({ length: 99 }, () => 'x'.repeat(300))
    const detail = ['詳細\u001b'.repeat(90), 'more']
    for (const content of [
      screen({ lines, detail, cursor: 30 }),
      screen({ lines, prompt }),
      screen({ help }),
      screen({ lines: [] }),
    ]) {
      const drawn = draw(content, columns, rows)
      expect(drawn).toHaveLength(rows - 1)
      expect(drawn.filter((text) => displayWidth(text) > columns)).toEqual([])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
      expect(drawn.filter((text) => /[\u0000-\u001f\u007f-\u009f\u202e]/.test(text))).toEqual([])
    }
  })

  it('keeps the row under the cursor in sight', () => {
    const lines = Array.from({ length: 60 }, (_, at) => line({ merchant: `Shop ${at}` }))
    for (const cursor of [0, 1, 30, 58, 59])
      expect(draw(screen({ lines, cursor })).filter((text) => text.startsWith('▸'))).toEqual([
        expect.stringContaining(`Shop ${cursor} `),
      ])
  })

  it('is the same with colours, but for the colours', () => {
    const colored = renderReviewScreen(screen(), { columns: 80, rows: 10, colors: terminalColors })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences of colours
    expect(colored.map((text) => text.replace(/\u001b\[\d+m/g, ''))).toEqual(draw(screen()))
    expect(colored.join('')).toContain('\u001b[')
  })
})
