/** Arithmetic on decimal strings, where a person's figures meet: relative amounts, totals, comparisons. big.js's only door. */

import Big from 'big.js'

/** A decimal string such as "-12.34". */
export type Money = string

const decimalsIn = (amount: Money): number => amount.split('.')[1]?.length ?? 0
const widest = (...amounts: Money[]): number => Math.max(...amounts.map(decimalsIn))
const plain = (value: Big, decimals: number): Money =>
  value.toFixed(decimals).replace(/^-(0(?:\.0+)?)$/, '$1')

/** a + b, with the decimals of the more precise one. */
export const add = (a: Money, b: Money): Money => plain(Big(a).plus(b), widest(a, b))

/** a − b, with the decimals of the more precise one. */
export const subtract = (a: Money, b: Money): Money => plain(Big(a).minus(b), widest(a, b))

/** The same amount with the other sign; zero stays unsigned. */
export const negate = (amount: Money): Money => plain(Big(amount).neg(), decimalsIn(amount))

/** The total of a list; "0" for an empty one. */
export const sum = (amounts: Iterable<Money>): Money => {
  let total: Money = '0'
  for (const amount of amounts) total = add(total, amount)
  return total
}

/** −1, 0 or 1 as a is below, equal to or above b. */
export const compare = (a: Money, b: Money): -1 | 0 | 1 => Big(a).cmp(b)

/** The lesser of two amounts. */
export const smaller = (a: Money, b: Money): Money => (Big(a).lt(b) ? a : b)

/** The amount, or zero where it is below. */
export const atLeastZero = (amount: Money): Money =>
  Big(amount).lt(0) ? plain(Big(0), decimalsIn(amount)) : amount

export const isNegative = (amount: Money): boolean => Big(amount).lt(0)
export const isZero = (amount: Money): boolean => Big(amount).eq(0)
