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

/** ISO codes by symbols and words that mean one currency only. */
const codeBySymbol: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  sterling: 'GBP',
  '₹': 'INR',
  rupees: 'INR',
  zł: 'PLN',
  złoty: 'PLN',
  złotych: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  forint: 'HUF',
  r$: 'BRL',
  reais: 'BRL',
  rur: 'RUB',
  '₽': 'RUB',
  'руб.': 'RUB',
  руб: 'RUB',
  рублей: 'RUB',
  рубли: 'RUB',
  '₴': 'UAH',
  'грн.': 'UAH',
  грн: 'UAH',
  гривень: 'UAH',
  '₪': 'ILS',
  nis: 'ILS',
  '₺': 'TRY',
  tl: 'TRY',
  '₩': 'KRW',
  원: 'KRW',
  円: 'JPY',
  yen: 'JPY',
  rmb: 'CNY',
  人民币: 'CNY',
  人民币元: 'CNY',
  元: 'CNY',
  '฿': 'THB',
  '₫': 'VND',
  '₱': 'PHP',
  '₸': 'KZT',
  '₾': 'GEL',
  '₼': 'AZN',
  '₦': 'NGN',
  '₵': 'GHS',
  '₡': 'CRC',
  '₲': 'PYG',
  '৳': 'BDT',
  'fr.': 'CHF',
  us$: 'USD',
  ca$: 'CAD',
  c$: 'CAD',
  au$: 'AUD',
  a$: 'AUD',
  nz$: 'NZD',
  hk$: 'HKD',
  s$: 'SGD',
  nt$: 'TWD',
}

const dollarCodes = parseTermList('AUD|CAD|HKD|NZD|SGD|TWD|USD|ARS|CLP|COP|MXN|UYU|DOP|BBD|JMD|TTD|BSD|FJD')
const kronaCodes = parseTermList('SEK|NOK|DKK|ISK')

/** ISO codes by symbols and words that several currencies share. */
const codesBySharedSymbol: Readonly<Record<string, ReadonlySet<string>>> = {
  $: dollarCodes,
  dollar: dollarCodes,
  dollars: dollarCodes,
  kr: kronaCodes,
  'kr.': kronaCodes,
  kroner: kronaCodes,
  kronor: kronaCodes,
  '¥': parseTermList('JPY|CNY'),
  '￥': parseTermList('JPY|CNY'),
  'р.': parseTermList('RUB|BYN'),
  р: parseTermList('RUB|BYN'),
}

const MAX_CURRENCY_LENGTH = 20

/** Returns the ISO code a cell names; undefined if it names none or is ambiguous. */
export function parseCurrency(cell: string): string | undefined {
  if (cell.length > MAX_CURRENCY_LENGTH) return undefined
  const text = cell.trim()
  const code = text.toUpperCase()
  if (currencyCodes.has(code) || (code === text && upperCaseOnlyCodes.has(code))) return code
  return codeBySymbol[text.toLowerCase()]
}

/** True if the code, symbol or word may mean the currency; also true for unknown words. */
export function mayBeCurrency(word: string, currency: string): boolean {
  const code = parseCurrency(word)
  return code === undefined
    ? (codesBySharedSymbol[word.trim().toLowerCase()]?.has(currency) ?? true)
    : code === currency
}
