/**
 * Maps currency codes, symbols and words in bank files to ISO codes.
 * @see docs/import.md#currency
 */

const parseTermList = (words: string): ReadonlySet<string> => new Set(words.split('|'))

const currencyCodes = parseTermList(
  'AED|AMD|ARS|AUD|AZN|BDT|BGN|BHD|BOB|BRL|BYN|CAD|CHF|CLP|CNY|COP|CRC|CZK|DKK|DOP|DZD|EEK|EGP|EUR|GBP|GEL|GHS|HKD|HRK|HUF|IDR|ILS|INR|ISK|JOD|JPY|KES|KRW|KWD|KZT|LKR|LTL|LVL|MAD|MDL|MXN|MYR|NGN|NOK|NPR|NZD|OMR|PEN|PHP|PKR|PLN|PYG|QAR|RON|RSD|RUB|SAR|SEK|SGD|THB|TND|TRY|TWD|TZS|UAH|UGX|USD|UYU|UZS|VND|XAF|XOF|ZAR',
)

/** Codes that are also words, or rare; they count only in upper case. */
const upperCaseOnlyCodes = parseTermList(
  'AFN|ALL|ANG|AOA|AWG|BAM|BBD|BIF|BMD|BND|BSD|BTN|BWP|BZD|CDF|CUP|CVE|DJF|ERN|ETB|FJD|FKP|GIP|GMD|GNF|GTQ|GYD|HNL|HTG|IQD|IRR|JMD|KGS|KHR|KMF|KYD|LAK|LBP|LRD|LSL|LYD|MGA|MKD|MMK|MNT|MOP|MRU|MUR|MVR|MWK|MZN|NAD|NIO|PAB|PGK|RWF|SBD|SCR|SDG|SHP|SLE|SOS|SRD|SSP|STN|SVC|SYP|SZL|TJS|TMT|TOP|TTD|VES|VUV|WST|XCD|XPF|YER|ZMW|DEM|FRF|ITL|ESP|ATS|NLG|BEF|PTE|GRD|IEP|FIM',
)

/** The symbols and words that mean one currency only, by its code. */
const symbolsByCode: Readonly<Record<string, string>> = {
  EUR: '€|euro|euros|euroa|eurot|eura|eurų|eiro|евро|ευρώ',
  GBP: '£|sterling',
  INR: '₹|rupees',
  PLN: 'zł|złoty|złotych',
  CZK: 'kč',
  HUF: 'ft|forint',
  BRL: 'r$|reais',
  RUB: 'rur|₽|руб.|руб|рублей|рубли',
  UAH: '₴|грн.|грн|гривень',
  ILS: '₪|nis',
  TRY: '₺|tl',
  KRW: '₩|원',
  JPY: '円|yen',
  CNY: 'rmb|人民币|人民币元|元',
  THB: '฿',
  VND: '₫',
  PHP: '₱',
  KZT: '₸',
  GEL: '₾',
  AZN: '₼',
  NGN: '₦',
  GHS: '₵',
  CRC: '₡',
  PYG: '₲',
  BDT: '৳',
  CHF: 'fr.',
  USD: 'us$',
  CAD: 'ca$|c$',
  AUD: 'au$|a$',
  NZD: 'nz$',
  HKD: 'hk$',
  SGD: 's$',
  TWD: 'nt$',
}

const codeBySymbol = new Map(
  Object.entries(symbolsByCode).flatMap(([code, symbols]) =>
    symbols.split('|').map((symbol) => [symbol, code] as const),
  ),
)

/**
 * The symbols beside amounts that several currencies share, and those that few files have, by the codes, the likeliest
 * first. They are in lower case, without dots.
 */
const amountSymbolsByCodes: Readonly<Record<string, string>> = {
  'USD CAD AUD HKD NZD SGD TWD ARS CLP COP MXN UYU DOP BBD JMD TTD BSD FJD BMD BND BZD GYD KYD LRD NAD SBD SRD XCD':
    '$',
  'GBP EGP FKP GIP LBP SDG SHP SSP SYP': '£',
  'JPY CNY': '¥|￥',
  'CNY TWD HKD': '元',
  'SEK NOK DKK ISK EEK': 'kr',
  'USD CAD AUD HKD NZD SGD TWD': 'dollar|dollars',
  'NOK DKK': 'kroner',
  SEK: 'kronor',
  'RUB BYN': 'р',
  'INR PKR LKR NPR MUR SCR': 'rs|₨',
  'AED MAD': 'dh|dhs',
  'BOB VES': 'bs',
  'SAR QAR OMR IRR YER': '﷼',
  IDR: 'rp',
  MYR: 'rm',
  KWD: 'kd|دك',
  BHD: 'bd|دب',
  JOD: 'jd|دا|دأ',
  PEN: 's/',
  BGN: 'лв|lv',
  CHF: 'fr|sfr',
  'RON MDL': 'lei|leu',
  ZAR: 'r',
  ALL: 'lek',
  BAM: 'km',
  HRK: 'kn',
  MKD: 'ден',
  RSD: 'din|дин',
  VND: 'đ',
  KES: 'ksh',
  TZS: 'tsh',
  UGX: 'ush',
  DOP: 'rd$',
  MXN: 'mx$|mxn$|m$',
  UYU: '$u',
  TND: 'dt|دت',
  OMR: 'ro|رع',
  IQD: 'id|عد',
  LYD: 'ld|لد',
  AED: 'دإ',
  SAR: 'sr|رس',
  QAR: 'qr|رق',
  EGP: 'le|e£|جم',
  'XOF XAF': 'cfa|fcfa',
  PAB: 'b/',
  LAK: '₭',
  KHR: '៛',
  MNT: '₮',
  AMD: '֏',
  AFN: '؋',
  PYG: 'gs',
}

const codesByAmountSymbol = new Map(
  Object.entries(amountSymbolsByCodes).flatMap(([codes, symbols]) =>
    symbols.split('|').map((symbol) => [symbol, codes.split(' ')] as const),
  ),
)

const MAX_CURRENCY_LENGTH = 20

/** Returns the ISO code a cell names; undefined if it names none or is ambiguous. */
export function parseCurrency(cell: string): string | undefined {
  if (cell.length > MAX_CURRENCY_LENGTH) return undefined
  const text = cell.trim()
  const code = text.toUpperCase()
  if (currencyCodes.has(code) || (code === text && upperCaseOnlyCodes.has(code))) return code
  return codeBySymbol.get(text.toLowerCase())
}

const findCodes = (symbol: string): readonly string[] =>
  codesByAmountSymbol.get(symbol.toLowerCase().replace(/[.\s]/g, '')) ?? []

/** Returns the currencies that a symbol beside an amount may mean, the likeliest first; empty for an unknown one. */
export function listCurrencies(symbol: string): readonly string[] {
  const codes = findCodes(symbol)
  const code = codes.length > 0 ? undefined : parseCurrency(symbol)
  return code === undefined ? codes : [code]
}

/** True for the code, symbol or word of any currency. */
export const isKnownSymbol = (symbol: string): boolean => listCurrencies(symbol).length > 0

/** True if the code, symbol or word may mean the currency; also true for unknown words. */
export function mayMeanCurrency(symbol: string, currency: string): boolean {
  const codes = listCurrencies(symbol)
  return codes.length === 0 || codes.includes(currency)
}
