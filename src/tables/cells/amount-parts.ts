/**
 * Parses an amount into its sign, currency and digits; no separator is guessed from a single cell.
 * @see docs/import.md#3-dates-numbers-signs
 */

import type { DecimalSeparator } from '../read-options.ts'
import { mayMeanCurrency, parseCurrency } from '../words/currency-terms.ts'

/** The parts of an amount before the decimal separator is known. */
export interface AmountParts {
  isNegative: boolean
  /** True for an amount with a plus or minus sign, parentheses or a word such as `DR`. */
  hasSign: boolean
  /** A plus sign or CR marks incoming money; if some cells have one, the others are outgoing. */
  isExplicitCredit: boolean
  /** The word behind it that says the sign, as written; empty for none. */
  word: string
  /** The sign, code or word of a currency beside it; empty for none. */
  symbol: string
  /** The digits with their separators. */
  digits: string
}

/** YNAB offers `123 456-78` and `123 456/78` besides the usual ones. */
export type Separator = DecimalSeparator | '-' | '/'

const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const BLANKS = /[\s\u00a0\u2000-\u200b\u202f]+/g
/** Japanese banks write a triangle for a minus. */
const MINUSES = /[\u2212\u2010-\u2013\ufe63\uff0d△▲]/g
const APOSTROPHES = /[’‘´]/g
/** Japanese encodings have the yen sign where others have the backslash. */
const YEN_BACKSLASH = /\\(?= ?[-+]?\d)/
const AMOUNT =
  /^(?<open>\()?(?<s1>[-+])? ?(?<c1>[^\d()+-]*?) ?(?<open2>\()?(?<s2>[-+])? ?(?<digits>\d(?:[\d.,' /-]*\d)?(?:[.,]-{1,2})?|[.,]\d+)(?<s3> ?[-+])?(?<c2>[^\d()+-]*)(?<s4>[-+])?(?<close>\))?$/u

/** Whether each word behind amounts means money out. */
const signWords: ReadonlyMap<string, boolean> = new Map([
  ['dr', true],
  ['db', true],
  ['cr', false],
  ['s', true],
  ['h', false],
  ['soll', true],
  ['haben', false],
])
const ENDS_WITH_LETTER = /[bdhlnrs]\.?$/i
const SIGN_WORD = /^(?<amount>.*\d.*?) ?(?<!\p{L})(?<word>[CD]R|DB|[SH]|Soll|Haben)\.?$/iu

/** Returns the parts of a cell; undefined for one that is no amount. Any text beside the digits is a symbol. */
export function parseAmountParts(cell: string): AmountParts | undefined {
  const plain = cell
    .replace(BIDI_MARKS, '')
    .replace(BLANKS, ' ')
    .replace(MINUSES, '-')
    .replace(APOSTROPHES, "'")
    .replace(YEN_BACKSLASH, '¥')
    .trim()
  const { amount, word } = (ENDS_WITH_LETTER.test(plain) ? SIGN_WORD.exec(plain)?.groups : undefined) ?? {}
  if (amount === undefined || word === undefined) return parseWithoutWord(plain)
  const parts = parseWithoutWord(amount)
  if (!parts) return undefined
  const isOut = signWords.get(word.toLowerCase()) === true
  // In `-50.00 CR`, one of them is wrong.
  if (parts.hasSign && parts.isNegative !== isOut) return undefined
  return { ...parts, isNegative: isOut, hasSign: true, isExplicitCredit: !isOut, word }
}

function parseWithoutWord(plain: string): AmountParts | undefined {
  const found = AMOUNT.exec(plain)?.groups
  if (!found) return undefined
  const { open, open2, close, s1, s2, s3, s4, c1 = '', c2 = '', digits = '' } = found
  const signs = [s1, s2, s3?.trim(), s4].filter((sign) => sign !== undefined)
  const symbol = joinSymbols(c1.trim(), c2.trim())
  if (signs.length > 1 || Boolean(open ?? open2) !== Boolean(close) || symbol === undefined) return undefined
  return {
    isNegative: Boolean(close) || signs[0] === '-',
    hasSign: Boolean(close) || signs.length > 0,
    isExplicitCredit: signs[0] === '+',
    word: '',
    symbol,
    digits: digits.replace(/[.,]-{1,2}$/, ''),
  }
}

/** Returns the more exact one of two symbols, as in `$5.00 CAD`; undefined for symbols that contradict each other. */
function joinSymbols(before: string, behind: string): string | undefined {
  if (before === '' || behind === '' || before === behind) return before || behind
  const code = parseCurrency(behind)
  return code !== undefined && mayMeanCurrency(before, code) ? behind : undefined
}

const SIMPLE_NUMBER = /^-?\d+(?:\.\d\d)?$/
const CURRENCY_SIGN =
  /^(?:(?:US|CA|AU|NZ|HK|NT|[CARS])?[$]|\p{Sc}|zł|Kč|[kK]r\.?|Fr\.|руб\.?|р\.|грн\.?|元|円|원|Ft|TL|[Ee]uros?)?$/u

/** Returns the parts of a cell of unknown meaning that is a number as a whole; undefined for any other cell. */
export function parseNumberParts(cell: string): AmountParts | undefined {
  if (SIMPLE_NUMBER.test(cell)) {
    const isNegative = cell.startsWith('-')
    const digits = cell.replace('-', '')
    return { isNegative, hasSign: isNegative, isExplicitCredit: false, word: '', symbol: '', digits }
  }
  // No currency sign has more letters, and these characters separate the parts of dates. This rules out most
  // other cells.
  if (cell.length > 40 || !/\d/.test(cell) || /[a-z]{4}|[/:]|\d-\d/i.test(cell)) return undefined
  const parts = parseAmountParts(cell.trim().replace(/^="(.*)"$/, '$1'))
  // A lower-case `5 h` is a duration.
  return parts && isCurrencySign(parts.symbol) && !/^[hs]$/.test(parts.word) ? parts : undefined
}

/** True for the sign of a currency. Three letters are more often a word or a part of a reference. */
const isCurrencySign = (text: string): boolean =>
  CURRENCY_SIGN.test(text) || (/^(?:[A-Z]{3}|[a-z]{3})$/.test(text) && parseCurrency(text) !== undefined)

/** True if the whole cell is a number. */
export const isNumberCell = (cell: string): boolean => parseNumberParts(cell) !== undefined

const createDigitsPattern = (separator: Separator): RegExp => {
  const group = `[${".,' ".replace(separator, '')}]`
  const grouped = `\\d{1,3}(?:${group}\\d{3})+|\\d{1,2}(?:${group}\\d{2})+${group}\\d{3}`
  return new RegExp(`^(?:\\d+|${grouped})?(?:[${separator}](\\d+))?$`)
}

const digitsPatterns: Readonly<Record<Separator, RegExp>> = {
  '.': createDigitsPattern('.'),
  ',': createDigitsPattern(','),
  '-': createDigitsPattern('-'),
  '/': createDigitsPattern('/'),
}

/**
 * Returns the number as a decimal string: `1.234,5` with `,` becomes `1234.5`; undefined if the separator
 * does not fit.
 */
export function convertToDecimal(
  { isNegative, digits }: Pick<AmountParts, 'isNegative' | 'digits'>,
  separator: Separator,
): string | undefined {
  const parts = digitsPatterns[separator].exec(digits)
  if (!parts) return undefined
  const fraction = parts[1] ?? ''
  const whole = (fraction === '' ? digits : digits.slice(0, -fraction.length - 1))
    .replace(/[^\d]/g, '')
    .replace(/^0+(?=\d)/, '')
  const size = `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`
  return isNegative && /[1-9]/.test(size) ? `-${size}` : size
}

/** Removes zeros beyond the currency's decimals; any other digit there is an error. */
export function trimZeros(text: string, decimals: number): string {
  const point = text.indexOf('.')
  if (point < 0 || text.length - point - 1 <= decimals) return text
  const whole = text.slice(0, point)
  const fraction = text.slice(point + 1)
  const significant = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, '')
  return significant === '' ? whole : `${whole}.${significant}`
}

/**
 * Returns the decimal separator that digits prove; `doubtful` if their separator may be either; undefined if
 * they have none.
 */
export function voteDecimalSeparator(digits: string): DecimalSeparator | 'doubtful' | undefined {
  const lastPoint = digits.lastIndexOf('.')
  const lastComma = digits.lastIndexOf(',')
  if (lastPoint < 0 && lastComma < 0) return undefined
  if (lastPoint >= 0 && lastComma >= 0) return lastPoint > lastComma ? '.' : ','
  const separator: DecimalSeparator = lastPoint >= 0 ? '.' : ','
  const other: DecimalSeparator = separator === '.' ? ',' : '.'
  const [whole = '', fraction = '', ...rest] = digits.split(separator)
  if (rest.length > 0) return other
  // Three digits after a single separator may be thousands, unless the digits before cannot begin a group.
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return 'doubtful'
  return separator
}
