/** Suggests currencies: those that a symbol may mean, and those that have enough decimals. */

import { getCurrencyDecimals } from '../../money/currency.ts'
import { pluralize } from '../../output/pluralize.ts'
import { createSourceQuestion, type SourceQuestion } from '../source-file.ts'
import { listCurrencies } from '../words/currency-terms.ts'

const codesByDecimals: ReadonlyMap<number, readonly string[]> = new Map([
  [1, ['USD', 'EUR', 'GBP']],
  [2, ['USD', 'EUR', 'GBP']],
  [3, ['KWD', 'BHD', 'TND']],
  [4, ['CLF', 'UYW']],
])

const MAX_SUGGESTIONS = 3

/** Returns the likeliest currencies that a symbol may mean, the likeliest first; empty for an unknown one. */
export const listLikelyCurrencies = (symbol: string): string[] =>
  listCurrencies(symbol).slice(0, MAX_SUGGESTIONS)

/** Writes the flag of the first currency, with the others behind it: `--currency USD (or CAD, AUD)`. */
export function formatCurrencyFlag([first = 'EUR', ...others]: readonly string[]): string {
  return `--currency ${first}${others.length > 0 ? ` (or ${others.join(', ')})` : ''}`
}

/** Returns the error that asks for the currency, with the likeliest ones. */
export const createCurrencyQuestion = (
  problem = 'The file does not say which currency it uses',
  likely: readonly string[] = [],
): SourceQuestion =>
  createSourceQuestion(
    'currency',
    problem,
    `Add the currency of the budget, e.g. ${formatCurrencyFlag(likely)}`,
  )

const formatDecimals = (decimals: number): string =>
  decimals === 0 ? 'no decimals' : pluralize(decimals, 'decimal')

/** Says what is wrong with an amount that has more decimals than its currency, and what to do. */
export function explainDecimals(
  amount: string,
  { currency, decimals, symbol = '' }: { currency: string; decimals: number; symbol?: string },
): { problem: string; hint: string } {
  const own = getCurrencyDecimals(currency)
  const problem = `${amount} has ${formatDecimals(decimals)}, but ${currency} has ${own === 0 ? 'none' : own}`
  const fits = (code: string): boolean => code !== currency && getCurrencyDecimals(code) >= decimals
  const likely = listLikelyCurrencies(symbol).filter(fits)
  const codes = likely.length > 0 ? likely : (codesByDecimals.get(decimals) ?? []).filter(fits)
  const rounding = own === 0 ? 'round them to whole numbers' : `round them to ${formatDecimals(own)}`
  if (codes.length === 0)
    return { problem, hint: `No currency has ${formatDecimals(decimals)}: ${rounding} in the file` }
  const other = `If the amounts are in another currency, add it, e.g. ${formatCurrencyFlag(codes)}`
  return { problem, hint: `${other}; otherwise ${rounding} in the file` }
}
