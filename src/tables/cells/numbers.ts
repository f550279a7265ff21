/**
 * Parses numbers as banks write them; the decimal separator is never guessed from a single cell.
 * @see docs/import.md#3-dates-numbers-signs
 */

import type { DecimalSeparator } from '../read-options.ts'
import { parseCurrency } from '../words/currency-terms.ts'

/** The parts of a number before the decimal separator is known. */
export interface NumberParts {
  isNegative: boolean
  /** A plus sign or CR marks incoming money; if some cells have one, the others are outgoing. */
  isExplicitCredit: boolean
  /** The digits with their separators. */
  digits: string
  currency: string | undefined
}

const BIDI_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const BLANKS = /[\u00a0\u2007\u2009\u202f\s]+/g
const NUMBER_DIGITS = /\d(?:[\d.,' ]*\d)?(?:[.,]-{1,2})?|[.,]\d+/
const CURRENCY_SIGNS =
  '(?:US|CA|AU|NZ|HK|NT|[CARS])?[$]|\\p{Sc}|zł|Kč|[kK]r\\.?|Fr\\.|руб\\.?|р\\.|грн\\.?|元|円|원|Ft|TL|[A-Z]{3}|[a-z]{3}|[Ee]uros?'
const NUMBER = new RegExp(
  `^(?<open>\\()?(?<s1>[-+])? ?(?<c1>${CURRENCY_SIGNS})? ?(?<open2>\\()?(?<s2>[-+])? ?(?<core>${NUMBER_DIGITS.source}) ?(?<c2>${CURRENCY_SIGNS})?(?<s3> ?[-+])?(?<close>\\))?(?: ?(?<word>CR|DR|Cr|Dr|[HS])\\.?)?$`,
  'u',
)
const SIMPLE_NUMBER = /^-?\d+(?:\.\d\d)?$/

/** Returns the parts of a cell that is a number as a whole; undefined for any other cell. */
export function parseNumberParts(cell: string): NumberParts | undefined {
  if (SIMPLE_NUMBER.test(cell)) {
    return {
      isNegative: cell.startsWith('-'),
      isExplicitCredit: false,
      digits: cell.replace('-', ''),
      currency: undefined,
    }
  }
  // No currency sign has more letters, and these characters separate the parts of dates. This rules out most
  // other cells.
  if (cell.length > 40 || !/\d/.test(cell) || /[a-z]{4}|[/:]|\d-\d/i.test(cell)) return undefined
  const plain = cell
    .replace(BIDI_MARKS, '')
    .replace(BLANKS, ' ')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[’‘´]/g, "'")
  const found = NUMBER.exec(plain.trim().replace(/^="(.*)"$/, '$1'))?.groups
  if (!found) return undefined
  const { open, open2, close, s1, s2, s3, core = '', c1, c2, word } = found
  if (Boolean(open ?? open2) !== Boolean(close)) return undefined
  // Three letters are more often a word or a part of a reference than a currency.
  const letters = c1 ?? c2 ?? ''
  if (/^[a-z]{3}$/i.test(letters) && parseCurrency(letters) === undefined) return undefined
  const signs = [s1, s2, s3?.trim()].filter((sign) => sign !== undefined)
  if (signs.length > 1) return undefined
  const debit = word !== undefined && /^(?:DR|S)$/i.test(word)
  return {
    isNegative: signs[0] === '-' || Boolean(close) || debit,
    isExplicitCredit: signs[0] === '+' || (word !== undefined && !debit),
    digits: core.replace(/[.,]-{1,2}$/, ''),
    currency: c1 ?? c2,
  }
}

/** True if the whole cell is a number. */
export const isNumberCell = (cell: string): boolean => parseNumberParts(cell) !== undefined

const GROUPED_DIGITS: Readonly<Record<DecimalSeparator, RegExp>> = {
  '.': /^(?:\d+|\d{1,3}(?:[,' ]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})?(?:\.(\d+))?$/,
  ',': /^(?:\d+|\d{1,3}(?:[.' ]\d{3})+)?(?:,(\d+))?$/,
}

/**
 * Returns the number as a decimal string: `1.234,5` with `,` becomes `1234.5`; undefined if the separator
 * does not fit.
 */
export function convertToDecimal(
  { isNegative, digits }: NumberParts,
  separator: DecimalSeparator,
): string | undefined {
  const parts = GROUPED_DIGITS[separator].exec(digits)
  if (!parts) return undefined
  const fraction = parts[1] ?? ''
  const whole = (fraction === '' ? digits : digits.slice(0, -fraction.length - 1))
    .replace(/[^\d]/g, '')
    .replace(/^0+(?=\d)/, '')
  const size = `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`
  return isNegative && /[1-9]/.test(size) ? `-${size}` : size
}

/**
 * Returns the decimal separator that a number proves; `doubtful` if its separator may be either; undefined if
 * it has none.
 */
export function voteDecimalSeparator({
  digits: core,
}: NumberParts): DecimalSeparator | 'doubtful' | undefined {
  const lastPoint = core.lastIndexOf('.')
  const lastComma = core.lastIndexOf(',')
  if (lastPoint < 0 && lastComma < 0) return undefined
  if (lastPoint >= 0 && lastComma >= 0) return lastPoint > lastComma ? '.' : ','
  const separator: DecimalSeparator = lastPoint >= 0 ? '.' : ','
  const other: DecimalSeparator = separator === '.' ? ',' : '.'
  const [whole = '', ...rest] = core.split(separator)
  if (rest.length > 1) return other
  const digits = rest[0]?.length ?? 0
  // Three digits after a single separator may be thousands, unless the digits before cannot begin a group.
  if (digits === 3 && /^[1-9]\d{0,2}$/.test(whole)) return 'doubtful'
  return separator
}
