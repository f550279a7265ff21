/** Knows the symbols that programs write beside amounts, also those that bank files hardly have. */

import { mayBeCurrency, parseCurrency } from '../import/text/currency-terms.ts'

/** Symbols that several currencies share, and symbols that mean one; in lower case. */
const codesBySymbol: Readonly<Record<string, string>> = {
  $: 'USD AUD CAD HKD NZD SGD TWD ARS CLP COP MXN UYU DOP BBD JMD TTD BSD FJD BMD BND BZD GYD KYD LRD NAD SBD SRD XCD',
  '£': 'GBP EGP FKP GIP LBP SDG SHP SSP SYP',
  '¥': 'JPY CNY',
  '￥': 'JPY CNY',
  元: 'CNY TWD HKD',
  kr: 'SEK NOK DKK ISK EEK',
  'kr.': 'SEK NOK DKK ISK EEK',
  dollar: 'USD AUD CAD HKD NZD SGD TWD',
  dollars: 'USD AUD CAD HKD NZD SGD TWD',
  kroner: 'NOK DKK',
  kronor: 'SEK',
  р: 'RUB BYN',
  'р.': 'RUB BYN',
  rs: 'INR PKR LKR NPR MUR SCR',
  'rs.': 'INR PKR LKR NPR MUR SCR',
  '₨': 'INR PKR LKR NPR MUR SCR',
  dh: 'AED MAD',
  dhs: 'AED MAD',
  bs: 'BOB VES',
  'bs.': 'BOB VES',
  '﷼': 'SAR QAR OMR IRR YER',
  rp: 'IDR',
  rm: 'MYR',
  kd: 'KWD',
  bd: 'BHD',
  jd: 'JOD',
  's/': 'PEN',
  's/.': 'PEN',
  лв: 'BGN',
  'лв.': 'BGN',
  fr: 'CHF',
  sfr: 'CHF',
  'sfr.': 'CHF',
  lei: 'RON MDL',
  leu: 'RON MDL',
  r: 'ZAR',
  lek: 'ALL',
  km: 'BAM',
  kn: 'HRK',
  ден: 'MKD',
  'ден.': 'MKD',
  din: 'RSD',
  'din.': 'RSD',
  дин: 'RSD',
  'дин.': 'RSD',
  đ: 'VND',
  ksh: 'KES',
  tsh: 'TZS',
  ush: 'UGX',
  rd$: 'DOP',
  mx$: 'MXN',
  $u: 'UYU',
}

const findCodes = (symbol: string): readonly string[] => codesBySymbol[symbol.toLowerCase()]?.split(' ') ?? []

/** True for the code, symbol or word of any currency. */
export const isKnownSymbol = (symbol: string): boolean =>
  parseCurrency(symbol) !== undefined || findCodes(symbol).length > 0

/** True if a known symbol is one of the currency. */
export const mayMeanCurrency = (symbol: string, currency: string): boolean => {
  const codes = findCodes(symbol)
  return codes.length > 0 ? codes.includes(currency) : mayBeCurrency(symbol, currency)
}
