/**
 * Parses an amount cell into minor units, or says why it is no amount.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { getCurrencyDecimals } from '../../money/currency.ts'
import { type MinorUnits, parseAmount } from '../../money/minor-units.ts'
import type { DecimalSeparator } from '../read-options.ts'
import { mayMeanCurrency } from '../words/currency-terms.ts'
import { type AmountParts, convertToDecimal, parseNumberParts, trimZeros } from './amount-parts.ts'

/** How the amounts of a file are written. */
export interface AmountNotation {
  /** undefined if no number of the file has a separator. */
  decimalSeparator: DecimalSeparator | undefined
  currency: string
  decimals: number
  /** Matches nearly all amounts of the file: all decimals, no thousands separators. */
  plain: RegExp
}

/** Returns the notation of a file's amounts. */
export function createAmountNotation(
  decimalSeparator: DecimalSeparator | undefined,
  currency: string,
): AmountNotation {
  const decimals = getCurrencyDecimals(currency)
  const fraction = decimals === 0 ? '' : `[${decimalSeparator ?? '.'}]\\d{${decimals}}`
  return {
    decimalSeparator,
    currency,
    decimals,
    plain: new RegExp(`^-?\\d{1,11}${fraction}$`),
  }
}

/** `isExplicitCredit` is true if the cell explicitly marks incoming money. */
export type ParsedAmount =
  | { minor: MinorUnits; isExplicitCredit: boolean }
  | { invalidReason: string; isForeign?: true }

// Banks print a dash for an empty amount.
const EMPTY_AMOUNT = /^(?:[-\u2010-\u2015\u2212\uff0dー\s]*|n\/?a|null|nil)$/i

/** True if a cell holds no amount at all. */
export const isEmptyAmount = (cell: string | undefined): boolean =>
  cell === undefined || EMPTY_AMOUNT.test(cell)

/** Returns the amount of a cell. */
export function parseAmountCell(
  cell: string,
  { decimalSeparator, currency, decimals, plain }: AmountNotation,
): ParsedAmount {
  if (decimalSeparator !== undefined && plain.test(cell)) {
    const decimal = decimalSeparator === '.' ? cell : cell.replace(decimalSeparator, '.')
    const plainMinor = parseAmount(decimal, decimals)
    if (plainMinor !== undefined) return { minor: plainMinor, isExplicitCredit: false }
  }
  const number = parseNumberParts(cell)
  if (!number) return { invalidReason: describeNoAmount(cell) }
  if (number.symbol !== '' && !mayMeanCurrency(number.symbol, currency))
    return {
      invalidReason: `"${truncateCell(cell)}" is not in ${currency}`,
      isForeign: true,
    }
  const text = toPlainDecimal(number, decimalSeparator)
  if (text === undefined)
    return {
      invalidReason: `"${truncateCell(cell)}" is not an amount with the decimal separator ${decimalSeparator ?? '. or ,'}`,
    }
  const minor = parseAmount(trimZeros(text, decimals), decimals)
  if (minor !== undefined) return { minor, isExplicitCredit: number.isExplicitCredit }
  const tooLong = text.replace(/\D/g, '').length > 15
  return {
    invalidReason: tooLong
      ? `"${truncateCell(cell)}" has too many digits`
      : `"${truncateCell(cell)}" has more than the ${decimals} decimals of ${currency}`,
  }
}

const NOTE = /^(.+?)\s*[(（][^()（）]*\p{L}{2}[^()（）]*[)）]$/u

/** A note is never cut: it may name a refund, a currency or the way of the money. */
function describeNoAmount(cell: string): string {
  const [, amount = ''] = NOTE.exec(cell) ?? []
  const why = parseNumberParts(amount) ? 'has a note that may change the amount' : 'is not an amount'
  return `"${truncateCell(cell)}" ${why}`
}

const toPlainDecimal = (number: AmountParts, separator: DecimalSeparator | undefined): string | undefined =>
  separator !== undefined
    ? convertToDecimal(number, separator)
    : /[.,]/.test(number.digits)
      ? undefined
      : convertToDecimal(number, '.')

/** Returns a cell, truncated for error messages. */
export const truncateCell = (cell: string): string => (cell.length > 60 ? `${cell.slice(0, 57)}…` : cell)
