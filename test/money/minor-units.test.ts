/** Tests the conversion between decimal strings and minor units. */

import { describe, expect, test } from 'vitest'
import { formatAmount, parseAmount } from '../../src/money/minor-units.ts'
import * as fc from '../support/fast-check.ts'

describe('an amount', () => {
  test('is whole minor units of its currency', () => {
    expect(parseAmount('12.5', 2)).toBe(1250n)
    expect(parseAmount('-0.05', 2)).toBe(-5n)
    expect(parseAmount('100', 0)).toBe(100n)
    expect(parseAmount('1.234', 3)).toBe(1234n)
  })

  test.each([
    '',
    ' 1.00',
    '+1',
    '--1',
    '1e2',
    '1,0',
    '.5',
    '5.',
    '01',
    '1.005',
    'NaN',
    '١',
    '10000000000000.00',
  ])('is not %j in a currency with cents', (text) => expect(parseAmount(text, 2)).toBeUndefined())

  test('has no point at all in a currency without decimals', () => {
    expect(parseAmount('100.0', 0)).toBeUndefined()
  })

  test('has at most 15 digits of minor units', () => {
    expect(parseAmount('9999999999999.99', 2)).toBe(999_999_999_999_999n)
    expect(parseAmount('10000000000000.00', 2)).toBeUndefined()
  })

  test('is written with exactly the decimals of its currency and no sign on zero', () => {
    expect(formatAmount(1250n, 2)).toBe('12.50')
    expect(formatAmount(-5n, 2)).toBe('-0.05')
    expect(formatAmount(parseAmount('-0.00', 2) ?? 1n, 2)).toBe('0.00')
    expect(formatAmount(-7n, 0)).toBe('-7')
    expect(formatAmount(1234n, 3)).toBe('1.234')
  })

  test('reads back as what was written, in every currency', () => {
    const minor = fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n })
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 4 }), (amount, decimals) => {
        expect(parseAmount(formatAmount(amount, decimals), decimals)).toBe(amount)
      }),
    )
  })
})
