/**
 * Converts amounts between decimal strings and minor units.
 * Minor units (cents, yen, fils) are bigint and add up exactly.
 * @see docs/spec.md#b01
 */

/** An amount in minor units of the workspace's currency. */
export type MinorUnits = bigint

const AMOUNT_PATTERN = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]{1,4})?$/
const MAX_DIGITS = 15
const BEYOND_MAX_DIGITS = 10n ** 15n
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39

/**
 * True if the text is an amount in some currency: digits, at most four decimals, an optional minus.
 * @see docs/spec.md#d10
 */
export const isAmountText = (text: string): boolean => AMOUNT_PATTERN.test(text)

/**
 * Returns the minor units of a decimal string; undefined if it is no amount with at most so many decimals.
 * @see docs/spec.md#d10
 */
export function parseAmount(text: string, decimals: number): MinorUnits | undefined {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0
  // An import parses every row: a number of at most 15 digits is exact, and quicker than a pattern and BigInt of a text.
  let size = 0
  let digits = 0
  let point = -1
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === POINT && point < 0 && at > start) point = at
    else if (code >= ZERO && code <= NINE) {
      if (at === start + 1 && point < 0 && text.charCodeAt(start) === ZERO) return undefined
      size = size * 10 + (code - ZERO)
      if (size > 0 && ++digits > MAX_DIGITS) return undefined
    } else return undefined
  }
  const fraction = point < 0 ? 0 : text.length - point - 1
  if (text.length === start || (point >= 0 && fraction === 0) || fraction > decimals) return undefined
  for (let missing = decimals - fraction; missing > 0; missing--) {
    size *= 10
    if (size > 0 && ++digits > MAX_DIGITS) return undefined
  }
  return BigInt(start === 1 ? -size : size)
}

/**
 * Returns the minor units of a decimal string of any size, e.g. of a balance.
 * @throws RangeError for a text that is no amount with at most so many decimals
 */
export function parseTotal(text: string, decimals: number): MinorUnits {
  const [whole = '', fraction = ''] = text.split('.')
  if (!isAmountText(text) || fraction.length > decimals)
    throw new RangeError(`${text} is no amount with at most ${decimals} decimals`)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** True if a transaction may have this amount: at most 15 digits. Sums may be larger. @see docs/spec.md#d10 */
export const isTransactionAmount = (minor: MinorUnits): boolean => absolute(minor) < BEYOND_MAX_DIGITS

/** Formats an amount with exactly `decimals` decimals; zero has no sign. */
export function formatAmount(minor: MinorUnits, decimals: number): string {
  if (decimals === 0) return String(minor)
  const digits = String(absolute(minor)).padStart(decimals + 1, '0')
  const sign = minor < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Returns an amount of `from` decimals with `to` decimals; undefined where it is not exact. */
export function rescale(amount: bigint, { from, to }: { from: number; to: number }): MinorUnits | undefined {
  if (to >= from) return amount * 10n ** BigInt(to - from)
  const divisor = 10n ** BigInt(from - to)
  return amount % divisor === 0n ? amount / divisor : undefined
}

/** Returns the amount without its sign. */
export const absolute = (minor: MinorUnits): MinorUnits => (minor < 0n ? -minor : minor)

/** Returns the amount, or zero if it is negative. */
export const clampToZero = (minor: MinorUnits): MinorUnits => (minor > 0n ? minor : 0n)

/** Returns the smaller amount. */
export const minimum = (a: MinorUnits, b: MinorUnits): MinorUnits => (a < b ? a : b)

/** Returns the quotient, rounded half away from zero. */
export function divideRounded(total: MinorUnits, by: MinorUnits): MinorUnits {
  const isNegative = total < 0n !== by < 0n
  const [size, divisor] = [absolute(total), absolute(by)]
  const rounded = (2n * size + divisor) / (2n * divisor)
  return isNegative ? -rounded : rounded
}

/** Returns the median in minor units, rounded; zero for no amounts. */
export function medianAmount(amounts: readonly MinorUnits[]): MinorUnits {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0n
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0n
  return divideRounded(lower + upper, 2n)
}
