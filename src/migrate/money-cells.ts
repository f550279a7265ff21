/** Parses the amounts of a program that writes all of them in one format, which is decided from all cells together. */

import { UserError } from '../contract/errors.ts'
import { parseCurrency } from '../import/text/currency-terms.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { type MinorUnits, parseAmount, parseTotal } from '../money/minor-units.ts'
import { explainDecimals, formatCurrencyFlag, listLikelyCurrencies } from './likely-currencies.ts'
import { isKnownSymbol, mayMeanCurrency } from './money-symbols.ts'
import type { ReadSourceOptions } from './source-budget.ts'
import { createPlaceError, createSourceQuestion, EXPORT_AGAIN } from './source-question.ts'

/** A cell as a sign, a symbol, and digits with separators. */
interface MoneyParts {
  isNegative: boolean
  symbol: string
  digits: string
}

/** YNAB offers `123 456-78` and `123 456/78` besides the usual ones. */
type Separator = '.' | ',' | '-' | '/'

const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const BLANKS = /[\s\u00a0\u2000-\u200b\u202f]+/g
const MINUSES = /[\u2212\u2010-\u2013\ufe63\uff0d]/g
const MONEY =
  /^(?<open>\()?(?<s1>[-+])? ?(?<c1>[^\d()+-]*?) ?(?<s2>[-+])? ?(?<digits>\d(?:[\d.,'’ /-]*\d)?)(?<s3> ?-)?(?<c2>[^\d()+-]*)(?<s4>-)?(?<close>\))?$/u
const DECIMALS_BEHIND_SIGN = /^[^-/]*\d([-/])\d{2,4}$/
// A whole part of 0 cannot begin a group of thousands.
const MAY_BE_THOUSANDS = /^[1-9]\d{0,2}$/

function parseMoneyParts(cell: string): MoneyParts | undefined {
  const plain = cell.replace(BIDI_MARKS, '').replace(BLANKS, ' ').replace(MINUSES, '-').trim()
  const { open, close, s1, s2, s3, s4, c1 = '', c2 = '', digits = '' } = MONEY.exec(plain)?.groups ?? {}
  const signs = [s1, s2, s3?.trim(), s4].filter((sign) => sign !== undefined)
  const [before, behind] = [c1.trim(), c2.trim()]
  if (digits === '' || signs.length > 1 || Boolean(open) !== Boolean(close)) return undefined
  if (before !== '' && behind !== '' && before !== behind) return undefined
  return { isNegative: Boolean(open) || signs[0] === '-', symbol: before || behind, digits }
}

/** Returns the separator that the digits prove to be the decimal one; `doubtful` for e.g. `1,234`. */
function voteSeparator(digits: string): Separator | 'doubtful' | undefined {
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

/** Where a cell is, e.g. `Register.csv, row 12`; asked for only if the cell is wrong. */
export interface CellPlace {
  readonly origin: string
}

/** How a file writes amounts. */
export interface MoneyFormat {
  currency: string
  /**
   * Returns the amount of a cell; an empty cell is 0. The total of many transactions may have more digits than one.
   * @throws UserError if the cell is no amount, or has more decimals than the currency
   */
  parse(cell: string, place: CellPlace, options?: { isTotal: boolean }): MinorUnits
}

/** Collects the cells of a file with amounts, and tells their format. */
export interface MoneyCells {
  add(cell: string, place: CellPlace): void
  /** @throws UserError if the currency or the decimal separator is open, or cells contradict one another */
  decideFormat(options: Pick<ReadSourceOptions, 'currency' | 'decimal'>): MoneyFormat
}

/** What the cells show. */
interface MoneyEvidence {
  /** An example of a cell for each symbol and for each separator. */
  symbols: Map<string, string>
  separators: Map<Separator | 'doubtful', string>
}

/** Returns an empty collection. */
export function collectMoneyCells(): MoneyCells {
  const evidence: MoneyEvidence = { symbols: new Map(), separators: new Map() }
  const known = new Set<string>()
  return {
    add(cell, place) {
      if (cell === '' || known.has(cell)) return
      if (known.size < MAX_KNOWN_CELLS) known.add(cell)
      const parts = parseMoneyParts(cell)
      if (!parts) throw createAmountError(cell, place)
      if (parts.symbol !== '' && !isKnownSymbol(parts.symbol))
        throw createSymbolError(cell, place, parts.symbol)
      if (!evidence.symbols.has(parts.symbol)) evidence.symbols.set(parts.symbol, cell)
      const vote = voteSeparator(parts.digits)
      if (vote && !evidence.separators.has(vote)) evidence.separators.set(vote, cell)
    },
    decideFormat({ currency: chosen, decimal }) {
      const currency = chosen ?? decideCurrency(evidence.symbols)
      checkSymbols([...evidence.symbols.keys()], currency)
      return createMoneyFormat(currency, decimal ?? decideSeparator(evidence, currency))
    },
  }
}

/** Most files repeat a few thousand amounts; the set only saves time. */
const MAX_KNOWN_CELLS = 20_000

const createAmountError = (cell: string, { origin }: CellPlace) =>
  createPlaceError(origin, `"${cell}" is not an amount`, EXPORT_AGAIN)

const createCurrencyQuestion = (problem: string, likely: readonly string[] = []) =>
  createSourceQuestion(
    'currency',
    problem,
    `Name the currency of the budget, e.g. ${formatCurrencyFlag(likely)}`,
  )
/** Letters that are no currency change what the number means, e.g. `50.00 DR` or `3.5k`. */
const createSymbolError = (cell: string, { origin }: CellPlace, symbol: string) =>
  createPlaceError(
    origin,
    `"${cell}" is not an amount, because "${symbol}" is not a currency`,
    'Write plain numbers into the file: below zero for money out, above zero for money in',
  )

/** @throws UserError if a symbol means another currency */
function checkSymbols(symbols: readonly string[], currency: string): void {
  const found = symbols.filter((symbol) => symbol !== '')
  if (found.every((symbol) => mayMeanCurrency(symbol, currency))) return
  const [first = ''] = found
  const problem =
    found.length > 1
      ? `The amounts are in several currencies: ${found.join(', ')}`
      : `The amounts are in ${found.join()}, and not in ${currency}`
  const hint = `A workspace has one currency: give a file with amounts in ${currency} only, or name their currency with ${formatCurrencyFlag(listLikelyCurrencies(first))}`
  throw new UserError('invalid', problem, { hint, field: 'currency' })
}

function decideCurrency(symbols: ReadonlyMap<string, string>): string {
  const [symbol, other] = [...symbols.keys()].filter((one) => one !== '')
  if (symbol === undefined) throw createCurrencyQuestion('The file does not say in which currency it is')
  const likely = listLikelyCurrencies(symbol)
  if (other !== undefined) {
    const shown = `"${symbols.get(symbol)}" and "${symbols.get(other)}"`
    throw createCurrencyQuestion(`The amounts have several currencies, e.g. ${shown}`, [
      ...likely,
      ...listLikelyCurrencies(other),
    ])
  }
  const code = parseCurrency(symbol)
  if (code !== undefined) return code
  const problem =
    likely.length > 1
      ? `"${symbol}" may be one of several currencies`
      : `"${symbol}" is not the code of a currency`
  throw createCurrencyQuestion(problem, likely)
}

function decideSeparator({ separators }: MoneyEvidence, currency: string): Separator | undefined {
  const [proved, other] = [...separators.keys()].filter((vote) => vote !== 'doubtful')
  if (proved !== undefined && other !== undefined) {
    const problem = `"${separators.get(proved)}" and "${separators.get(other)}" have different decimal separators`
    throw createSourceQuestion('decimal', problem, 'Name the right one: --decimal . or --decimal ,')
  }
  if (proved !== undefined) return proved
  const doubtful = separators.get('doubtful')
  if (doubtful === undefined) return undefined
  const written = doubtful.includes('.') ? '.' : ','
  // A currency without decimals has thousands only.
  if (getCurrencyDecimals(currency) === 0) return written === '.' ? ',' : '.'
  throw createSourceQuestion(
    'decimal',
    `Is the "${written}" in "${doubtful}" a decimal mark or between thousands? No amount in the file shows it`,
    'Name the decimal mark: --decimal . or --decimal ,',
  )
}

/** No total has more digits before the separator. */
const MAX_TOTAL_DIGITS = 24

function createMoneyFormat(currency: string, separator: Separator | undefined): MoneyFormat {
  const decimals = getCurrencyDecimals(currency)
  const group =
    separator === undefined ? "[.,' ]" : separator === '.' ? "[,'’ ]" : "[.,'’ ]".replace(separator, '')
  const fraction = separator === undefined ? '' : `(?:[${separator}](?<fraction>\\d+))?`
  const pattern = new RegExp(`^(?<whole>\\d+|\\d{1,3}(?:${group}\\d{2,4})+)${fraction}$`, 'u')
  const parsed = new Map<string, MinorUnits>([['', 0n]])
  return {
    currency,
    parse(cell, place, { isTotal = false } = { isTotal: false }) {
      const cached = parsed.get(cell)
      if (cached !== undefined) return cached
      const parts = parseMoneyParts(cell)
      const groups = parts && pattern.exec(parts.digits)?.groups
      if (!parts || !groups) throw createAmountError(cell, place)
      const whole = (groups['whole'] ?? '').replace(/\D/g, '').replace(/^0+(?=\d)/, '')
      const text = trimFraction(groups['fraction'] ?? '', decimals)
      const number = text === '' ? whole : `${whole}.${text}`
      const fitting = parseAmount(number, decimals)
      const size =
        fitting ??
        (isTotal && text.length <= decimals && whole.length <= MAX_TOTAL_DIGITS
          ? parseTotal(number, decimals)
          : undefined)
      if (size === undefined)
        throw createDecimalsError(cell, place, {
          currency,
          // In 1.50 the zero counts as well.
          decimals: text.length === 1 ? Math.min(2, groups['fraction']?.length ?? 0) : text.length,
          symbol: parts.symbol,
        })
      const amount = parts.isNegative ? -size : size
      if (fitting !== undefined && parsed.size < MAX_KNOWN_CELLS) parsed.set(cell, amount)
      return amount
    },
  }
}

/** Removes zeros beyond the decimals of the currency. */
const trimFraction = (fraction: string, decimals: number): string =>
  fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, '')

function createDecimalsError(
  cell: string,
  { origin }: CellPlace,
  amount: { currency: string; decimals: number; symbol: string },
) {
  if (amount.decimals <= getCurrencyDecimals(amount.currency))
    return createPlaceError(origin, `"${cell}" has too many digits`, EXPORT_AGAIN)
  const { problem, hint } = explainDecimals(`"${cell}"`, amount)
  return createPlaceError(origin, problem, hint)
}
