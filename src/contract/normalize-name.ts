/** When two names are one: the key by which merchants and categories are compared. @see docs/spec.md#m1 */

// Most names are ASCII and tidy, and most notes empty, where all of Unicode's care comes down to lower case.
const TIDY_ASCII = /^(?:[!-~]+(?: [!-~]+)*)?$/

/** The name without outer blanks and with single spaces inside, as it is stored and shown. */
export const normalizeName = (name: string): string =>
  TIDY_ASCII.test(name) ? name : name.replace(/\s+/gu, ' ').trim()

/** Folds one code point as Unicode full case folding does; `toLowerCase` alone leaves 23 classes apart (ß/ss, ς/σ, …). */
const caseFold = (point: string): string =>
  point === 'ı' ? point : point.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/** Two names with the same key are the same name: compatibility forms, blanks and case do not count. */
export const toNameKey = (name: string): string => {
  if (TIDY_ASCII.test(name)) return name.toLowerCase()
  return Array.from(normalizeName(name.normalize('NFKC')), caseFold)
    .join('')
    .normalize('NFC')
}
