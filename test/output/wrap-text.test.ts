/** Tests how long lines are wrapped. */

import { describe, expect, it } from 'vitest'
import { wrapForTerminal } from '../../src/output/wrap-text.ts'
import * as fc from '../support/fast-check.ts'

describe('folding', () => {
  it('breaks between words and keeps the indent', () => {
    expect(
      wrapForTerminal(
        '  Added -50.00 Shop on 2026-11-22 in Visa (txn_7M23JNDC611KBE3E0000000002)\nshort',
        60,
      ),
    ).toBe('  Added -50.00 Shop on 2026-11-22 in Visa\n  (txn_7M23JNDC611KBE3E0000000002)\nshort')
  })

  it.each([
    [
      '9 have no category; budget tx list --uncategorized',
      '9 have no category;\nbudget tx list --uncategorized',
    ],
    [
      'Then budget import a.csv --account "My Card" --accept',
      'Then\nbudget import a.csv --account "My Card" --accept',
    ],
    [
      "4 March 2026: budget import bank --account 'Ann'\\''s card' --delimiter ';' --date-order mdy",
      "4 March 2026:\nbudget import bank --account 'Ann'\\''s card' --delimiter ';' --date-order mdy",
    ],
    ['The account "Eating out with friends" is closed', 'The account\n"Eating out with friends" is\nclosed'],
    ['{"error":{"detail":"one line for a program"}}', '{"error":{"detail":"one line for a program"}}'],
    ['budget month cover moves money there', 'budget month cover moves money\nthere'],
    [
      '\u001b[31mred words that are long enough\u001b[39m',
      '\u001b[31mred words that are long enough\u001b[39m',
    ],
  ])('keeps together what is copied as a whole: %s', (text, said) => {
    expect(wrapForTerminal(text, 30)).toBe(said)
  })

  it('hangs what goes on below the second column, and counts wide letters twice', () => {
    expect(wrapForTerminal('  Changed   Its columns are others: "Day", "Text"', 40)).toBe(
      '  Changed   Its columns are others:\n            "Day", "Text"',
    )
    expect(wrapForTerminal('日本のとても長い 名前', 16)).toBe('日本のとても長い\n名前')
    expect(wrapForTerminal('Public Tr…  0.00  1.00', 22)).toBe('Public Tr…  0.00  1.00')
    expect(wrapForTerminal('More: --cursor eyJ2IjoxLCJkIj goes on', 34)).toBe(
      'More: --cursor eyJ2IjoxLCJkIj goes\non',
    )
    expect(wrapForTerminal('There is more: --cursor eyJ2IjoxLCJkIj', 34)).toBe(
      'There is more:\n--cursor eyJ2IjoxLCJkIj',
    )
  })

  it('loses nothing, and leaves no line too wide that could be broken', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,9}$/)),
        fc.integer({ min: 10, max: 40 }),
        (words, width) => {
          const text = words.filter((word) => word !== 'budget').join(' ')
          const lines = wrapForTerminal(text, width).split('\n')
          expect(lines.join(' ')).toBe(text)
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
        },
      ),
    )
  })
})
