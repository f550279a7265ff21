/**
 * The codes, signs and words by which a file names a currency.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

const parseTermList = (words: string): ReadonlySet<string> => new Set(words.split('|'))

const currencyCodes = parseTermList(
  'AED|AMD|ARS|AUD|AZN|BDT|BGN|BHD|BOB|BRL|BYN|CAD|CHF|CLP|CNY|COP|CRC|CZK|DKK|DOP|DZD|EEK|EGP|EUR|GBP|GEL|GHS|HKD|HRK|HUF|IDR|ILS|INR|ISK|JOD|JPY|KES|KRW|KWD|KZT|LKR|LTL|LVL|MAD|MDL|MXN|MYR|NGN|NOK|NPR|NZD|OMR|PEN|PHP|PKR|PLN|PYG|QAR|RON|RSD|RUB|SAR|SEK|SGD|THB|TND|TRY|TWD|TZS|UAH|UGX|USD|UYU|UZS|VND|XAF|XOF|ZAR',
)

/** Codes that are words as well, or rare: only where they are written in capitals. */
const upperCaseOnlyCodes = parseTermList(
  'AFN|ALL|ANG|AOA|AWG|BAM|BBD|BIF|BMD|BND|BSD|BTN|BWP|BZD|CDF|CUP|CVE|DJF|ERN|ETB|FJD|FKP|GIP|GMD|GNF|GTQ|GYD|HNL|HTG|IQD|IRR|JMD|KGS|KHR|KMF|KYD|LAK|LBP|LRD|LSL|LYD|MGA|MKD|MMK|MNT|MOP|MRU|MUR|MVR|MWK|MZN|NAD|NIO|PAB|PGK|RWF|SBD|SCR|SDG|SHP|SLE|SOS|SRD|SSP|STN|SVC|SYP|SZL|TJS|TMT|TOP|TTD|VES|VUV|WST|XCD|XPF|YER|ZMW|DEM|FRF|ITL|ESP|ATS|NLG|BEF|PTE|GRD|IEP|FIM',
)

/** The codes by the signs and words that stand for one currency only. */
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

/** The currencies that share a sign or a word. */
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

/** The currency a cell names by itself; undefined when it names none, or one of several. */
export function parseCurrency(cell: string): string | undefined {
  if (cell.length > MAX_CURRENCY_LENGTH) return undefined
  const text = cell.trim()
  const code = text.toUpperCase()
  if (currencyCodes.has(code) || (code === text && upperCaseOnlyCodes.has(code))) return code
  return codeBySymbol[text.toLowerCase()]
}

/** May this code, sign or word stand for the currency? true for one that is not known. */
export function mayBeCurrency(word: string, currency: string): boolean {
  const named = parseCurrency(word)
  return named === undefined
    ? (codesBySharedSymbol[word.trim().toLowerCase()]?.has(currency) ?? true)
    : named === currency
}
