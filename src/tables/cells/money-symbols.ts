/** Knows the symbols that programs write beside amounts, also those that bank files hardly have. */

import { mayBeCurrency, parseCurrency } from '../words/currency-terms.ts'

/**
 * The codes by symbol, the likeliest first, for symbols that several currencies share and for those that few files have.
 * The symbols are in lower case, without dots.
 */
const codesBySymbol: Readonly<Record<string, string>> = {
  $: 'USD CAD AUD HKD NZD SGD TWD ARS CLP COP MXN UYU DOP BBD JMD TTD BSD FJD BMD BND BZD GYD KYD LRD NAD SBD SRD XCD',
  '£': 'GBP EGP FKP GIP LBP SDG SHP SSP SYP',
  '¥': 'JPY CNY',
  '￥': 'JPY CNY',
  元: 'CNY TWD HKD',
  kr: 'SEK NOK DKK ISK EEK',
  dollar: 'USD CAD AUD HKD NZD SGD TWD',
  dollars: 'USD CAD AUD HKD NZD SGD TWD',
  kroner: 'NOK DKK',
  kronor: 'SEK',
  р: 'RUB BYN',
  rs: 'INR PKR LKR NPR MUR SCR',
  '₨': 'INR PKR LKR NPR MUR SCR',
  dh: 'AED MAD',
  dhs: 'AED MAD',
  bs: 'BOB VES',
  '﷼': 'SAR QAR OMR IRR YER',
  rp: 'IDR',
  rm: 'MYR',
  kd: 'KWD',
  bd: 'BHD',
  jd: 'JOD',
  's/': 'PEN',
  лв: 'BGN',
  fr: 'CHF',
  sfr: 'CHF',
  lei: 'RON MDL',
  leu: 'RON MDL',
  r: 'ZAR',
  lek: 'ALL',
  km: 'BAM',
  kn: 'HRK',
  ден: 'MKD',
  din: 'RSD',
  дин: 'RSD',
  đ: 'VND',
  ksh: 'KES',
  tsh: 'TZS',
  ush: 'UGX',
  rd$: 'DOP',
  mx$: 'MXN',
  $u: 'UYU',
  دك: 'KWD',
  دب: 'BHD',
  دا: 'JOD',
  دأ: 'JOD',
  dt: 'TND',
  دت: 'TND',
  ro: 'OMR',
  رع: 'OMR',
  id: 'IQD',
  عد: 'IQD',
  ld: 'LYD',
  لد: 'LYD',
  دإ: 'AED',
  sr: 'SAR',
  رس: 'SAR',
  qr: 'QAR',
  رق: 'QAR',
  le: 'EGP',
  'e£': 'EGP',
  جم: 'EGP',
  mxn$: 'MXN',
  m$: 'MXN',
  cfa: 'XOF XAF',
  fcfa: 'XOF XAF',
  lv: 'BGN',
  'b/': 'PAB',
  '₭': 'LAK',
  '៛': 'KHR',
  '₮': 'MNT',
  '֏': 'AMD',
  '؋': 'AFN',
  gs: 'PYG',
}

const findCodes = (symbol: string): readonly string[] =>
  codesBySymbol[symbol.toLowerCase().replace(/[.\s]/g, '')]?.split(' ') ?? []

/** Returns the currencies that a symbol may mean, the likeliest first; empty for an unknown one. */
export function listCurrencies(symbol: string): readonly string[] {
  const codes = findCodes(symbol)
  const code = codes.length > 0 ? undefined : parseCurrency(symbol)
  return code === undefined ? codes : [code]
}

/** True for the code, symbol or word of any currency. */
export const isKnownSymbol = (symbol: string): boolean => listCurrencies(symbol).length > 0

/** True if a known symbol is one of the currency. */
export const mayMeanCurrency = (symbol: string, currency: string): boolean => {
  const codes = findCodes(symbol)
  return codes.length > 0 ? codes.includes(currency) : mayBeCurrency(symbol, currency)
}
