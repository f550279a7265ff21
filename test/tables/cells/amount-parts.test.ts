/** Tests that numbers are parsed in the notations of banks. */

import { describe, expect, test } from 'vitest'
import {
  convertToDecimal,
  parseNumberParts,
  voteDecimalSeparator,
} from '../../../src/tables/cells/amount-parts.ts'
import * as fc from '../../support/fast-check.ts'

const read = (cell: string, mark: '.' | ','): string | undefined => {
  const number = parseNumberParts(cell)
  return number && convertToDecimal(number, mark)
}

describe('a number in a bank’s file', () => {
  test.each([
    ['1234.50', '.', '1234.50'],
    ['-1,234.50', '.', '-1234.50'],
    ['1.234,50', ',', '1234.50'],
    ['-1’450.00', '.', '-1450.00'],
    ["11'373.94", '.', '11373.94'],
    ['12\u00a0500,00', ',', '12500.00'],
    ['31\u202f250,75', ',', '31250.75'],
    ['1,23,456.78', '.', '123456.78'],
    ['($30.00)', '.', '-30.00'],
    ['$(12.34)', '.', '-12.34'],
    ['5.00-', '.', '-5.00'],
    ['\u22125,00', ',', '-5.00'],
    ['△5,000', '.', '-5000'],
    ['▲5,000', '.', '-5000'],
    ['+120,00', ',', '120.00'],
    ['-$76.00', '.', '-76.00'],
    ['£1,183.23', '.', '1183.23'],
    ['-1.000,00 €', ',', '-1000.00'],
    ['CNY13.50', '.', '13.50'],
    ['20.00 DR', '.', '-20.00'],
    ['20.00 CR', '.', '20.00'],
    ['\u200e-9.99\u200f', '.', '-9.99'],
    ['="-4.50"', '.', '-4.50'],
    ['5,-', ',', '5'],
    ['.50', '.', '0.50'],
    ['$5.00 CAD', '.', '5.00'],
    ['-0.00', '.', '0.00'],
  ] as const)('%j with the decimal separator %s is %s', (cell, mark, amount) =>
    expect(read(cell, mark)).toBe(amount),
  )

  test.each([
    '',
    '-',
    'abc',
    '1-2',
    '12:30',
    '2026-01-02',
    '(5.00',
    '5.00)',
    '--5',
    '1 2 3 A',
    'A1B2',
    '12/2026',
    '5 h',
    '€5.00 USD',
    '-5.00 CR',
  ])('%j is not a number', (cell) => expect(parseNumberParts(cell)).toBeUndefined())

  test.each([
    ['12,50', '.'],
    ['1.234,50', '.'],
    ['1,234.50', ','],
    ['12.5', ','],
  ] as const)('%j cannot be read with the decimal separator %s', (cell, mark) =>
    expect(read(cell, mark)).toBeUndefined(),
  )

  test('votes for a decimal mark only if it can be read with no other', () => {
    const votes = ['1.50', '1,50', '1.234,50', '1,234,567', '0,125', '1234,500', '1,234', '1.234', '1234']
    expect(votes.map((cell) => voteDecimalSeparator(parseNumberParts(cell)?.digits ?? ''))).toEqual([
      '.',
      ',',
      ',',
      '.',
      ',',
      ',',
      'doubtful',
      'doubtful',
      undefined,
    ])
  })

  test('is the same after it was written in any notation of a bank and parsed', () => {
    const grouped = (digits: string, mark: string) => digits.replace(/\B(?=(\d{3})+$)/g, mark)
    const notation = fc.constantFrom(
      { mark: '.', group: ',' },
      { mark: '.', group: '' },
      { mark: '.', group: '’' },
      { mark: '.', group: ' ' },
      { mark: ',', group: '.' },
      { mark: ',', group: '' },
      { mark: ',', group: '\u202f' },
    ) as fc.Arbitrary<{ mark: '.' | ','; group: string }> // constantFrom widens the separators to string.
    const wrapped = fc.constantFrom(
      (t: string) => t,
      (t: string) => `€ ${t}`,
      (t: string) => `${t} EUR`,
      (t: string) => ` ${t} `,
    )
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 12n),
        fc.boolean(),
        notation,
        wrapped,
        (cents, negative, { mark, group }, wrap) => {
          const digits = String(cents).padStart(3, '0')
          const text = `${grouped(digits.slice(0, -2), group)}${mark}${digits.slice(-2)}`
          const amount = `${digits.slice(0, -2)}.${digits.slice(-2)}`
          const signed = negative && cents > 0n
          expect(read(wrap(`${signed ? '-' : ''}${text}`), mark)).toBe(`${signed ? '-' : ''}${amount}`)
        },
      ),
    )
  })
})
