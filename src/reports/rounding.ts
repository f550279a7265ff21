/** Rounds averages and percentages of exact amounts, for show. @see docs/reports.md#rounding */

import { daysBetween } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { absolute, formatAmount, type MinorUnits } from '../money/minor-units.ts'

/** Returns the quotient, rounded half away from zero. */
export function divideRounded(total: MinorUnits, by: MinorUnits): MinorUnits {
  const isNegative = total < 0n !== by < 0n
  const [size, divisor] = [absolute(total), absolute(by)]
  const rounded = (2n * size + divisor) / (2n * divisor)
  return isNegative ? -rounded : rounded
}

/** Returns the mean in minor units, rounded; zero for nothing. */
export const meanAmount = (total: MinorUnits, count: number): MinorUnits =>
  count === 0 ? 0n : divideRounded(total, BigInt(count))

/** Returns the median in minor units, rounded; zero for no amounts. */
export function medianAmount(amounts: readonly MinorUnits[]): MinorUnits {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0n
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0n
  return divideRounded(lower + upper, 2n)
}

/** Returns a part in whole percent; null when the whole is not above zero. */
export const toPercent = (part: MinorUnits, whole: MinorUnits): number | null =>
  whole > 0n ? Number(divideRounded(part * 100n, whole)) : null

/** Returns by how many percent an amount differs from an earlier one; null when that is not above zero. */
export const toPercentChange = (now: MinorUnits, before: MinorUnits): number | null =>
  toPercent(now - before, before)

/** Returns the function that formats minor units of a currency. */
export function createAmountFormatter(currency: string): (minor: MinorUnits) => string {
  const decimals = getCurrencyDecimals(currency)
  return (minor) => formatAmount(minor, decimals)
}

/** Returns the function that formats minor units for a sentence, with thousands: `1,234.56`. */
export function createSentenceFormatter(currency: string): (minor: MinorUnits) => string {
  const format = createAmountFormatter(currency)
  return (minor) => {
    const [whole = '', fraction] = format(minor).split('.')
    return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...(fraction === undefined ? [] : [fraction])].join('.')
  }
}

const EPOCH = '1970-01-01'

/** Returns a function that numbers dates; equal dates are parsed once. */
export function createDayNumbers(): (date: string) => number {
  const known = new Map<string, number>()
  return (date) => {
    const found = known.get(date)
    if (found !== undefined) return found
    const number = daysBetween(EPOCH, date)
    known.set(date, number)
    return number
  }
}
