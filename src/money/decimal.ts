/**
 * Computes with decimal strings of any precision, e.g. for relative amounts and totals; only user of big.js.
 */

import Big from 'big.js'

/** A decimal string such as "-12.34". */
export type Money = string

const countDecimals = (amount: Money): number => amount.split('.')[1]?.length ?? 0
const maxDecimals = (...amounts: Money[]): number => Math.max(...amounts.map(countDecimals))
const toDecimalString = (value: Big, decimals: number): Money =>
  value.toFixed(decimals).replace(/^-(0(?:\.0+)?)$/, '$1')

/** Returns a + b with the decimals of the more precise one. */
export const add = (a: Money, b: Money): Money => toDecimalString(Big(a).plus(b), maxDecimals(a, b))

/** Returns a − b with the decimals of the more precise one. */
export const subtract = (a: Money, b: Money): Money => toDecimalString(Big(a).minus(b), maxDecimals(a, b))

/** Returns the amount with the opposite sign; zero has none. */
export const negate = (amount: Money): Money => toDecimalString(Big(amount).neg(), countDecimals(amount))

/** Returns the total; "0" for no amounts. */
export const sum = (amounts: Iterable<Money>): Money => {
  let total = Big(0)
  let decimals = 0
  for (const amount of amounts) {
    total = total.plus(amount)
    decimals = Math.max(decimals, countDecimals(amount))
  }
  return toDecimalString(total, decimals)
}

/** Returns the exact product. */
export const multiply = (a: Money, b: Money): Money =>
  toDecimalString(Big(a).times(b), countDecimals(a) + countDecimals(b))

/** Returns the amount divided by a whole number, rounded half up to the amount's own decimals. */
export const divide = (amount: Money, by: number): Money =>
  toDecimalString(Big(amount).div(by), countDecimals(amount))

const SUM = /^\s*([+-]?\d+(?:\.\d+)?)((?:\s*[-+*/]\s*\d+(?:\.\d+)?)+)\s*$/
const STEP = /([-+*/])\s*(\d+(?:\.\d+)?)/g

/**
 * Computes `12.50*4`, `100-30/2`: multiplication and division first, rounded half up to `decimals` at the end.
 * @returns undefined for a text that is no such sum, a single number among them, and for a division by zero
 */
export function computeSum(text: string, decimals: number): Money | undefined {
  const [, first, rest = ''] = SUM.exec(text) ?? []
  if (first === undefined) return undefined
  const terms = [Big(first.replace('+', ''))]
  for (const [, operator = '', number = ''] of rest.matchAll(STEP)) {
    const last = terms.at(-1) ?? Big(0)
    if (operator === '/' && Big(number).eq(0)) return undefined
    if (operator === '*') terms[terms.length - 1] = last.times(number)
    else if (operator === '/') terms[terms.length - 1] = last.div(number)
    else terms.push(operator === '-' ? Big(number).neg() : Big(number))
  }
  return toDecimalString(
    terms.reduce((total, term) => total.plus(term)),
    decimals,
  )
}

/** Returns −1, 0 or 1 if a is below, equal to or above b. */
export const compare = (a: Money, b: Money): -1 | 0 | 1 => Big(a).cmp(b)

/** Returns the smaller amount. */
export const minimum = (a: Money, b: Money): Money => (Big(a).lt(b) ? a : b)

/** Returns the amount, or zero if it is negative. */
export const clampToZero = (amount: Money): Money =>
  Big(amount).lt(0) ? toDecimalString(Big(0), countDecimals(amount)) : amount

/** True if the amount is below zero. */
export const isNegative = (amount: Money): boolean => Big(amount).lt(0)

/** True if the amount is zero. */
export const isZero = (amount: Money): boolean => Big(amount).eq(0)
