/** Tests arithmetic on decimal strings. */

import { describe, expect, test } from 'vitest'
import { getCurrencyDecimals } from '../../src/money/currency.ts'
import {
  add,
  compare,
  computeSum,
  isNegative,
  isZero,
  negate,
  subtract,
  sum,
} from '../../src/money/decimal.ts'

describe('decimal strings', () => {
  test('add and subtract exactly', () => {
    expect(add('0.10', '0.20')).toBe('0.30')
    expect(subtract('0.30', '0.10')).toBe('0.20')
    expect(add('99999999999999999.99', '0.01')).toBe('100000000000000000.00')
  })

  test('keep the decimals of the more precise one', () => {
    expect(add('1', '0.250')).toBe('1.250')
  })

  test('never show a signed zero', () => {
    expect(negate('0.00')).toBe('0.00')
    expect(subtract('-1.00', '-1.00')).toBe('0.00')
    expect(add('-0.004', '0.004')).toBe('0.000')
  })

  test('sum to zero when there are none', () => {
    expect(sum([])).toBe('0')
    expect(sum(['1.10', '-0.10', '2.00'])).toBe('3.00')
  })

  test('compare by value, not by text', () => {
    expect(compare('10.00', '9.00')).toBe(1)
    expect(compare('-1.0', '-1.00')).toBe(0)
    expect(isNegative('-0.01')).toBe(true)
    expect(isNegative('-0.00')).toBe(false)
    expect(isZero('0.00')).toBe(true)
  })
})

test.each([
  ['12.50*4', '50.00'],
  ['100-30/2', '85.00'],
  ['-20*2', '-40.00'],
  ['10/3', '3.33'],
  ['0.10+0.20', '0.30'],
  ['5-20', '-15.00'],
  ['1000/3*3', '1000.00'],
  ['2 * 3 + 1', '7.00'],
])('%s is %s', (text, result) => {
  expect(computeSum(text, 2)).toBe(result)
})

test.each(['12.50', '+20', '5/0', '5*', '*5', '5**2', '1,5*2', '(1+2)*3', '5*-2', ''])(
  '%s is no sum',
  (text) => {
    expect(computeSum(text, 2)).toBeUndefined()
  },
)

test('currencies have the decimals of ISO 4217, also where Intl disagrees', () => {
  expect(['USD', 'EUR', 'HUF', 'JPY', 'KWD', 'IQD', 'CLF'].map(getCurrencyDecimals)).toEqual([
    2, 2, 2, 0, 3, 3, 4,
  ])
})
