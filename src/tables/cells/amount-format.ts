/** Decides how a program writes its amounts, from all cells of a file together, and parses them. */

import { UserError } from '../../contract/errors.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { type MinorUnits, parseAmount, parseTotal } from '../../money/minor-units.ts'
import {
  type CellPlace,
  CORRECT_ROW,
  createPlaceError,
  createSourceQuestion,
  describeOtherPlace,
  EXPORT_AGAIN,
  type ReadSourceOptions,
  type SourceAnswer,
} from '../source-file.ts'
import { isKnownSymbol, mayMeanCurrency, parseCurrency } from '../words/currency-terms.ts'
import {
  convertToDecimal,
  parseAmountParts,
  type Separator,
  trimZeros,
  voteDecimalSeparator,
} from './amount-parts.ts'
import {
  createCurrencyQuestion,
  explainDecimals,
  formatCurrencyFlag,
  listLikelyCurrencies,
} from './likely-currencies.ts'

/** How a file writes amounts. */
export interface AmountFormat {
  currency: string
  /** True if words such as `DR` and `CR` say which amounts were spent. */
  hasWords: boolean
  /**
   * Returns the amount of a cell; an empty cell is 0. The total of many transactions may have more digits than one.
   * @throws UserError if the cell is no amount, or has more decimals than the currency
   */
  parse(cell: string, place: CellPlace, options?: { isTotal: boolean }): MinorUnits
}

/** Collects the cells of a file with amounts, and tells their format. */
export interface AmountCells {
  add(cell: string, place: CellPlace): void
  /** @throws UserError if the currency or the decimal separator is open, or cells contradict one another */
  decideFormat(options: Pick<ReadSourceOptions, 'currency' | 'decimal'>): AmountFormat
}

/** A cell and where it is. */
interface CellExample extends CellPlace {
  cell: string
}

/** What the cells show. */
interface CellEvidence {
  /** An example of a cell for each symbol and for each separator. */
  symbols: Map<string, CellExample>
  separators: Map<Separator | 'doubtful', CellExample>
  /** A cell for each word behind amounts that says their sign. */
  words: Map<string, CellExample>
}

/** What a collection of cells knows of its file. */
export interface CellOptions {
  /** True for a table that may be made by hand: words such as `DR` may say the signs, and rows can be corrected. */
  isTable: boolean
}

/** Returns an empty collection. */
export function collectAmountCells({ isTable }: CellOptions = { isTable: false }): AmountCells {
  const hint = isTable ? CORRECT_ROW : EXPORT_AGAIN
  const evidence: CellEvidence = { symbols: new Map(), separators: new Map(), words: new Map() }
  const known = new Set<string>()
  return {
    add(cell, place) {
      if (cell === '' || known.has(cell)) return
      const parts = parseAmountParts(cell)
      if (!parts) throw createAmountError(cell, place, hint)
      if (parts.symbol !== '' && !isKnownSymbol(parts.symbol))
        throw createSymbolError(cell, place, parts.symbol)
      if (parts.word !== '' && !isTable) throw createSymbolError(cell, place, parts.word)
      if (known.size < MAX_KNOWN_CELLS) known.add(cell)
      const example = { cell, origin: place.origin }
      if (!evidence.symbols.has(parts.symbol)) evidence.symbols.set(parts.symbol, example)
      const vote = findUnusualSeparator(parts.digits) ?? voteDecimalSeparator(parts.digits)
      if (vote && !evidence.separators.has(vote)) evidence.separators.set(vote, example)
      const word = parts.word.toLowerCase()
      if (word !== '' && !evidence.words.has(word)) evidence.words.set(word, example)
    },
    decideFormat({ currency: chosen, decimal }) {
      const currency = chosen ?? decideCurrency(evidence.symbols)
      checkSymbols(evidence.symbols, currency)
      checkWords(evidence.words)
      const separator = decimal ?? decideSeparator(evidence, currency)
      return createAmountFormat({ currency, separator, hasWords: evidence.words.size > 0, hint })
    },
  }
}

/** Most files repeat a few thousand amounts; the set only saves time. */
const MAX_KNOWN_CELLS = 20_000

/** Returns the decimal separator of `123 456-78` and `123 456/78`, which YNAB offers; undefined for any other digits. */
const findUnusualSeparator = (digits: string): Separator | undefined => {
  const separator = /^[^-/]*\d([-/])\d{2,4}$/.exec(digits)?.[1]
  return separator === '-' || separator === '/' ? separator : undefined
}

const createAmountError = (cell: string, { origin }: CellPlace, hint: string) =>
  createPlaceError(origin, `"${cell}" is not an amount`, hint)

/** Letters that are no currency change what the number means, e.g. `50.00 DR` or `3.5k`. */
const createSymbolError = (cell: string, { origin }: CellPlace, symbol: string) =>
  createPlaceError(
    origin,
    `"${cell}" is not an amount, because "${symbol}" is not a currency`,
    'Use plain numbers in the file: below zero for money out, above zero for money in',
  )

/** Letters that mean something else in other tables. */
const PAIRED_WORDS = ['s', 'h']

/** @throws UserError for words of which the opposite one never occurs, or of two kinds */
function checkWords(words: CellEvidence['words']): void {
  const paired = PAIRED_WORDS.filter((word) => words.has(word))
  const example = words.get(paired[0] ?? '')
  if (example && (paired.length < PAIRED_WORDS.length || words.size > PAIRED_WORDS.length))
    throw createSymbolError(example.cell, example, parseAmountParts(example.cell)?.word ?? '')
}

/** @throws UserError if a symbol means another currency */
function checkSymbols(symbols: CellEvidence['symbols'], currency: string): void {
  for (const [symbol, { cell, origin }] of symbols) {
    if (symbol === '' || mayMeanCurrency(symbol, currency)) continue
    const hint = `If the budget is in another currency, add it, e.g. ${formatCurrencyFlag(listLikelyCurrencies(symbol))}; otherwise correct the row`
    throw new UserError('invalid', `${origin}: "${cell}" is not in ${currency}`, { hint, field: 'currency' })
  }
}

function decideCurrency(symbols: CellEvidence['symbols']): string {
  const [first, other] = [...symbols].filter(([one]) => one !== '')
  if (first === undefined) {
    const plain = symbols.get('')
    throw createCurrencyQuestion(
      plain ? `${plain.origin}: nothing shows the currency of "${plain.cell}"` : undefined,
    )
  }
  const [symbol, { cell, origin }] = first
  const likely = listLikelyCurrencies(symbol)
  if (other !== undefined) {
    const shown = `"${cell}" and "${other[1].cell}" in ${describeOtherPlace(other[1].origin, origin)} are in different currencies`
    throw createCurrencyQuestion(`${origin}: ${shown}`, [...likely, ...listLikelyCurrencies(other[0])])
  }
  const code = parseCurrency(symbol)
  if (code !== undefined) return code
  const problem =
    likely.length > 1
      ? `the "${symbol}" in "${cell}" could be one of several currencies`
      : `the "${symbol}" in "${cell}" is not a currency code`
  throw createCurrencyQuestion(`${origin}: ${problem}`, likely)
}

const decimalAnswers: readonly SourceAnswer[] = [
  { value: '.', label: 'a point: 1,234.56' },
  { value: ',', label: 'a comma: 1.234,56' },
]

/** Returns what a doubtful cell such as `3,125` is with each separator. */
const listDecimalAnswers = (cell: string, written: '.' | ','): SourceAnswer[] => {
  const decimals = { value: written, label: `"${cell}" is ${cell.replace(written, '.')}, with decimals` }
  const thousands = {
    value: written === '.' ? ',' : '.',
    label: `"${cell}" is ${cell.replace(written, '')}, without`,
  }
  return [decimals, thousands]
}

function decideSeparator({ separators }: CellEvidence, currency: string): Separator | undefined {
  const [first, second] = [...separators].filter(([vote]) => vote !== 'doubtful')
  if (first && second) {
    const [one, other] = [first[1], second[1]]
    const problem = `"${one.cell}" and "${other.cell}" in ${describeOtherPlace(other.origin, one.origin)} have different decimal separators`
    const hint = 'Choose the right one: --decimal . or --decimal ,'
    throw createSourceQuestion('decimal', `${one.origin}: ${problem}`, { hint, answers: decimalAnswers })
  }
  const [proved] = first ?? []
  if (proved !== undefined && proved !== 'doubtful') return proved
  const doubtful = separators.get('doubtful')
  if (doubtful === undefined) return undefined
  const { cell, origin } = doubtful
  const written = cell.includes('.') ? '.' : ','
  // A currency without decimals has thousands only.
  if (getCurrencyDecimals(currency) === 0) return written === '.' ? ',' : '.'
  throw createSourceQuestion(
    'decimal',
    `${origin}: is the "${written}" in "${cell}" a decimal or a thousands separator? No amount in the file shows which`,
    {
      hint: 'Choose the decimal separator: --decimal . or --decimal ,',
      answers: listDecimalAnswers(cell, written),
    },
  )
}

/** No total has more digits before the separator. */
const MAX_TOTAL_DIGITS = 24

function createAmountFormat({
  currency,
  separator,
  hasWords,
  hint,
}: Pick<AmountFormat, 'currency' | 'hasWords'> & {
  separator: Separator | undefined
  hint: string
}): AmountFormat {
  const decimals = getCurrencyDecimals(currency)
  const parsed = new Map<string, MinorUnits>([['', 0n]])
  return {
    currency,
    hasWords,
    parse(cell, place, { isTotal = false } = { isTotal: false }) {
      const cached = parsed.get(cell)
      if (cached !== undefined) return cached
      const parts = parseAmountParts(cell)
      const exact = parts && convertToDecimal(parts, separator ?? '.')
      if (!parts || exact === undefined) throw createAmountError(cell, place, hint)
      const number = trimZeros(exact, decimals)
      const amount = parseAmount(number, decimals)
      if (amount !== undefined) {
        if (parsed.size < MAX_KNOWN_CELLS) parsed.set(cell, amount)
        return amount
      }
      const [whole = '', fraction = ''] = number.split('.')
      if (isTotal && fraction.length <= decimals && whole.length <= MAX_TOTAL_DIGITS)
        return parseTotal(number, decimals)
      throw createDecimalsError(cell, place, {
        currency,
        // In 1.50 the zero counts as well.
        decimals: fraction.length === 1 ? Math.min(2, exact.length - whole.length - 1) : fraction.length,
        symbol: parts.symbol,
        hint,
      })
    },
  }
}

function createDecimalsError(
  cell: string,
  { origin }: CellPlace,
  amount: { currency: string; decimals: number; symbol: string; hint: string },
) {
  if (amount.decimals <= getCurrencyDecimals(amount.currency))
    return createPlaceError(origin, `"${cell}" has too many digits`, amount.hint)
  const { problem, hint } = explainDecimals(`"${cell}"`, amount)
  return createPlaceError(origin, problem, hint)
}
