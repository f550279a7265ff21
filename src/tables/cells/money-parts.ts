/** Parses an amount into its sign, its symbol and its digits, whatever the format of the file is. */

/** A cell as a sign, a symbol, and digits with separators. */
export interface MoneyParts {
  isNegative: boolean
  /** True for an amount with a plus or minus sign, parentheses or a word such as `DR`. */
  hasSign: boolean
  /** The word behind it that says the sign, as written; empty for none. */
  word: string
  symbol: string
  digits: string
}

/** YNAB offers `123 456-78` and `123 456/78` besides the usual ones. */
export type Separator = '.' | ',' | '-' | '/'

const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const BLANKS = /[\s\u00a0\u2000-\u200b\u202f]+/g
const MINUSES = /[\u2212\u2010-\u2013\ufe63\uff0d]/g
const MONEY =
  /^(?<open>\()?(?<s1>[-+])? ?(?<c1>[^\d()+-]*?) ?(?<s2>[-+])? ?(?<digits>\d(?:[\d.,'’ /-]*\d)?)(?<s3> ?-)?(?<c2>[^\d()+-]*)(?<s4>-)?(?<close>\))?$/u
const DECIMALS_BEHIND_SIGN = /^[^-/]*\d([-/])\d{2,4}$/
// A whole part of 0 cannot begin a group of thousands.
const MAY_BE_THOUSANDS = /^[1-9]\d{0,2}$/

/** Whether each word behind amounts means money out. */
const signWords: ReadonlyMap<string, boolean> = new Map([
  ['dr', true],
  ['cr', false],
  ['s', true],
  ['h', false],
  ['soll', true],
  ['haben', false],
])
const ENDS_WITH_LETTER = /[dhlnrs]\.?$/i
const SIGN_WORD = /^(?<amount>.*\d.*?) ?(?<!\p{L})(?<word>[CD]R|[SH]|Soll|Haben)\.?$/iu

/** Returns the parts of a cell; undefined for one that is no amount. */
export function parseMoneyParts(cell: string): MoneyParts | undefined {
  const plain = cell.replace(BIDI_MARKS, '').replace(BLANKS, ' ').replace(MINUSES, '-').trim()
  const { amount, word } = (ENDS_WITH_LETTER.test(plain) ? SIGN_WORD.exec(plain)?.groups : undefined) ?? {}
  if (amount === undefined || word === undefined) return parsePlainParts(plain)
  const parts = parsePlainParts(amount)
  if (!parts) return undefined
  const isOut = signWords.get(word.toLowerCase()) === true
  // In `-50.00 CR`, one of them is wrong.
  if (parts.hasSign && parts.isNegative !== isOut) return undefined
  return { ...parts, isNegative: isOut, hasSign: true, word }
}

function parsePlainParts(plain: string): MoneyParts | undefined {
  const { open, close, s1, s2, s3, s4, c1 = '', c2 = '', digits = '' } = MONEY.exec(plain)?.groups ?? {}
  const signs = [s1, s2, s3?.trim(), s4].filter((sign) => sign !== undefined)
  const [before, behind] = [c1.trim(), c2.trim()]
  if (digits === '' || signs.length > 1 || Boolean(open) !== Boolean(close)) return undefined
  if (before !== '' && behind !== '' && before !== behind) return undefined
  return {
    isNegative: Boolean(open) || signs[0] === '-',
    hasSign: Boolean(open) || signs.length > 0,
    word: '',
    symbol: before || behind,
    digits,
  }
}

/** True for an amount that says itself whether it is above or below zero, e.g. `+5`, `(5)` or `5 DR`. */
export const hasSign = (cell: string): boolean => parseMoneyParts(cell)?.hasSign === true

/** Returns the symbol beside an amount; empty for none. */
export const findMoneySymbol = (cell: string): string => parseMoneyParts(cell)?.symbol ?? ''

/** Returns the separator that the digits prove to be the decimal one; `doubtful` for e.g. `1,234`. */
export function voteSeparator(digits: string): Separator | 'doubtful' | undefined {
  const unusual = DECIMALS_BEHIND_SIGN.exec(digits)?.[1]
  if (unusual === '-' || unusual === '/') return unusual
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point < 0 && comma < 0) return undefined
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
  const separator = point >= 0 ? '.' : ','
  const [whole = '', fraction = '', ...rest] = digits.split(separator)
  if (rest.length > 0) return separator === '.' ? ',' : '.'
  return fraction.length === 3 && MAY_BE_THOUSANDS.test(whole) ? 'doubtful' : separator
}
