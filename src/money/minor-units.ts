/**
 * Converts amounts between decimal strings and minor units.
 * Minor units (cents, yen, fils) are bigint and add up exactly.
 * @see docs/spec.md#b01
 */

/** An amount in minor units of the workspace's currency. */
export type MinorUnits = bigint

const AMOUNT_PATTERN = /^-?(?:0|[1-9][0-9]*)(?:\.([0-9]+))?$/
const MAX_DIGITS = 15

/**
 * True if the text is an amount in some currency: digits, at most four decimals, an optional minus.
 * @see docs/spec.md#d10
 */
export const isAmountText = (text: string): boolean =>
  AMOUNT_PATTERN.test(text) && /^[^.]*(\.\d{1,4})?$/.test(text)

/**
 * Returns the minor units of a decimal string; undefined if it is no amount with at most so many decimals.
 * @see docs/spec.md#d10
 */
export function parseAmount(text: string, decimals: number): MinorUnits | undefined {
  const parts = AMOUNT_PATTERN.exec(text)
  if (!parts) return undefined
  const fraction = parts[1] ?? ''
  if (fraction.length > decimals) return undefined
  const digits = text.replace(/[-.]/g, '') + '0'.repeat(decimals - fraction.length)
  if (digits.replace(/^0+/, '').length > MAX_DIGITS) return undefined
  const size = BigInt(digits)
  return text.startsWith('-') ? -size : size
}

/** True if a transaction may have this amount: at most 15 digits. Sums may be larger. @see docs/spec.md#d10 */
export const isTransactionAmount = (minor: MinorUnits): boolean =>
  String(absolute(minor)).length <= MAX_DIGITS

/** Formats an amount with exactly `decimals` decimals; zero has no sign. */
export function formatAmount(minor: MinorUnits, decimals: number): string {
  if (decimals === 0) return String(minor)
  const digits = String(absolute(minor)).padStart(decimals + 1, '0')
  const sign = minor < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const absolute = (minor: MinorUnits): MinorUnits => (minor < 0n ? -minor : minor)

/** Returns the amount, or zero if it is negative. */
export const clampToZero = (minor: MinorUnits): MinorUnits => (minor > 0n ? minor : 0n)

/** Returns the smaller amount. */
export const minimum = (a: MinorUnits, b: MinorUnits): MinorUnits => (a < b ? a : b)
