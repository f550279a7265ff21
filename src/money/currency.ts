/** Looks up the decimals of a currency, by ISO 4217, and the currency of a country. @see docs/spec.md#d10 */

const DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const decimalsByCode = new Map(
  Object.entries(DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)] as const),
  ),
)

/**
 * Returns the decimals of a currency code; 2 for an unlisted code. Intl disagrees with ISO 4217 for a dozen
 * currencies.
 */
export const getCurrencyDecimals = (currency: string): number => decimalsByCode.get(currency) ?? 2

const DECIMAL_COMMA =
  'AOA ARS AZN BAM BGN BRL BYN CLP COP CRC CVE CZK DKK DZD EUR GEL HUF IDR ISK KGS KZT MAD MDL MKD MZN NOK PLN PYG RON RSD RUB SEK TND TRY UAH UYU UZS VND XAF XOF XPF'

/** True for a currency in whose countries people write 12,50. */
export const usesDecimalComma = (currency: string): boolean => DECIMAL_COMMA.split(' ').includes(currency)

/** True for three capital letters. */
export const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** The most decimals that any currency has. */
export const MAX_CURRENCY_DECIMALS = 4

const currencyByCountry: Readonly<Record<string, string>> = {
  AE: 'AED',
  AR: 'ARS',
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CL: 'CLP',
  CN: 'CNY',
  CO: 'COP',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HK: 'HKD',
  HU: 'HUF',
  ID: 'IDR',
  IL: 'ILS',
  IN: 'INR',
  IS: 'ISK',
  JP: 'JPY',
  KR: 'KRW',
  KW: 'KWD',
  MX: 'MXN',
  MY: 'MYR',
  NO: 'NOK',
  NZ: 'NZD',
  PH: 'PHP',
  PL: 'PLN',
  RO: 'RON',
  SA: 'SAR',
  SE: 'SEK',
  SG: 'SGD',
  TH: 'THB',
  TN: 'TND',
  TR: 'TRY',
  TW: 'TWD',
  UA: 'UAH',
  VN: 'VND',
  ZA: 'ZAR',
}
const EURO_COUNTRIES = /^(AT|BE|BG|CY|DE|EE|ES|FI|FR|GR|HR|IE|IT|LT|LU|LV|MT|NL|PT|SI|SK)$/

/** Returns the currency of a country, by its two capital letters; undefined for an unlisted one. */
export const getCountryCurrency = (country: string): string | undefined =>
  EURO_COUNTRIES.test(country) ? 'EUR' : currencyByCountry[country]
