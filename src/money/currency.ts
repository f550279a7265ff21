/** Looks up how many decimals the amounts of a currency have, by ISO 4217. @see docs/spec.md#d10 */

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
