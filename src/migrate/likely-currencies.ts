/** Suggests currencies: those that a symbol may mean, and those that have enough decimals. */

import { parseCurrency } from '../import/text/currency-terms.ts'
import { getCurrencyDecimals } from '../money/currency.ts'

/** The currencies of symbols that are no codes and that several currencies share, or few files have; the likeliest first. */
const codesBySymbol: readonly (readonly [symbol: RegExp, codes: string])[] = [
  [/^r\$$/i, 'BRL'],
  [/^rd\$$/i, 'DOP'],
  [/^mx?n?\$$/i, 'MXN'],
  [/\$/, 'USD CAD AUD'],
  [/^kr/i, 'SEK NOK DKK'],
  [/[¥￥]/, 'JPY CNY'],
  [/^(?:kd|k\.d\.|د\.ك)/i, 'KWD'],
  [/^(?:bd|b\.d\.|د\.ب)/i, 'BHD'],
  [/^(?:jd|j\.d\.|د\.ا|د\.أ)/i, 'JOD'],
  [/^(?:dt|د\.ت)/i, 'TND'],
  [/^(?:r\.?o\.?|ر\.ع)\.?$/i, 'OMR'],
  [/^(?:id|ع\.د)/i, 'IQD'],
  [/^(?:ld|ل\.د)/i, 'LYD'],
  [/^(?:dhs?|aed|د\.إ)/i, 'AED MAD'],
  [/^(?:sr|ر\.س)/i, 'SAR'],
  [/^(?:qr|ر\.ق)/i, 'QAR'],
  [/^(?:le|l\.e\.|e£|ج\.م)/i, 'EGP'],
  [/^rp/i, 'IDR'],
  [/^rm/i, 'MYR'],
  [/^(?:rs|₨)/i, 'INR PKR LKR'],
  [/^r$/i, 'ZAR'],
  [/^s\//i, 'PEN'],
  [/^bs/i, 'BOB VES'],
  [/^fr|^sfr/i, 'CHF'],
  [/^f?cfa/i, 'XOF XAF'],
  [/^(?:лв|lv)/i, 'BGN'],
  [/^lei?$/i, 'RON MDL'],
  [/^(?:din|дин)/i, 'RSD'],
  [/^ksh/i, 'KES'],
  [/^tsh/i, 'TZS'],
  [/^ush/i, 'UGX'],
  [/^р/i, 'RUB BYN'],
]

const codesByDecimals: ReadonlyMap<number, readonly string[]> = new Map([
  [1, ['USD', 'EUR', 'GBP']],
  [2, ['USD', 'EUR', 'GBP']],
  [3, ['KWD', 'BHD', 'TND']],
  [4, ['CLF', 'UYW']],
])

/** Returns the currencies that a symbol may mean, the likeliest first; empty for an unknown one. */
export function listLikelyCurrencies(symbol: string): string[] {
  const code = parseCurrency(symbol)
  if (code !== undefined) return [code]
  return codesBySymbol.find(([pattern]) => pattern.test(symbol.trim()))?.[1].split(' ') ?? []
}

/** Writes the flag of the first currency, with the others behind it: `--currency USD (or CAD, AUD)`. */
export function formatCurrencyFlag([first = 'EUR', ...others]: readonly string[]): string {
  return `--currency ${first}${others.length > 0 ? ` (or ${others.join(', ')})` : ''}`
}

const formatDecimals = (decimals: number): string =>
  decimals === 0 ? 'no decimals' : `${decimals} decimal${decimals === 1 ? '' : 's'}`

/** Says what is wrong with an amount that has more decimals than its currency, and what to do. */
export function explainDecimals(
  amount: string,
  { currency, decimals, symbol = '' }: { currency: string; decimals: number; symbol?: string },
): { problem: string; hint: string } {
  const own = getCurrencyDecimals(currency)
  const problem = `${amount} has ${formatDecimals(decimals)}, and ${currency} has ${own === 0 ? 'none' : own}`
  const fits = (code: string): boolean => code !== currency && getCurrencyDecimals(code) >= decimals
  const likely = listLikelyCurrencies(symbol).filter(fits)
  const codes = likely.length > 0 ? likely : (codesByDecimals.get(decimals) ?? []).filter(fits)
  const rounding = own === 0 ? 'round them to whole numbers' : `round them to ${formatDecimals(own)}`
  if (codes.length === 0)
    return { problem, hint: `No currency has ${formatDecimals(decimals)}: ${rounding} in the file` }
  const other = `If the amounts are in another currency, name it, e.g. ${formatCurrencyFlag(codes)}`
  return { problem, hint: `${other}; else ${rounding} in the file` }
}
