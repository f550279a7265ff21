/** Rounds averages and percentages of exact amounts, for show. @see docs/reports.md#rounding */

import { getCurrencyDecimals } from '../money/currency.ts'
import { divideRounded, formatAmount, type MinorUnits } from '../money/minor-units.ts'

/** Returns the mean in minor units, rounded; zero for nothing. */
export const meanAmount = (total: MinorUnits, count: number): MinorUnits =>
  count === 0 ? 0n : divideRounded(total, BigInt(count))

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
