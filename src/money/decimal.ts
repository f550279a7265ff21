/** Arithmetic on decimal strings, where a person's figures meet: relative amounts, totals, comparisons. big.js's only door. */

import Big from 'big.js'

/** A decimal string such as "-12.34". */
export type Money = string

const countDecimals = (amount: Money): number => amount.split('.')[1]?.length ?? 0
const maxDecimals = (...amounts: Money[]): number => Math.max(...amounts.map(countDecimals))
const toDecimalString = (value: Big, decimals: number): Money =>
  value.toFixed(decimals).replace(/^-(0(?:\.0+)?)$/, '$1')

/** a + b, with the decimals of the more precise one. */
export const add = (a: Money, b: Money): Money => toDecimalString(Big(a).plus(b), maxDecimals(a, b))

/** a − b, with the decimals of the more precise one. */
export const subtract = (a: Money, b: Money): Money => toDecimalString(Big(a).minus(b), maxDecimals(a, b))

/** The same amount with the other sign; zero stays unsigned. */
export const negate = (amount: Money): Money => toDecimalString(Big(amount).neg(), countDecimals(amount))

/** The total of a list; "0" for an empty one. */
export const sum = (amounts: Iterable<Money>): Money => {
  let total: Money = '0'
  for (const amount of amounts) total = add(total, amount)
  return total
}

/** −1, 0 or 1 as a is below, equal to or above b. */
export const compare = (a: Money, b: Money): -1 | 0 | 1 => Big(a).cmp(b)

/** The lesser of two amounts. */
export const minimum = (a: Money, b: Money): Money => (Big(a).lt(b) ? a : b)

/** The amount, or zero where it is below. */
export const clampToZero = (amount: Money): Money =>
  Big(amount).lt(0) ? toDecimalString(Big(0), countDecimals(amount)) : amount

export const isNegative = (amount: Money): boolean => Big(amount).lt(0)
export const isZero = (amount: Money): boolean => Big(amount).eq(0)
