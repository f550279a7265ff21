/**
 * Normalizes names, and computes the key by which merchants and categories are compared.
 * @see docs/spec.md#m1
 */

// Most names are tidy ASCII; for them Unicode normalization is the same as lower case.
const TIDY_ASCII = /^(?:[!-~]+(?: [!-~]+)*)?$/

/** Returns the name as it is stored and shown: trimmed, with single spaces inside. */
export const normalizeName = (name: string): string =>
  TIDY_ASCII.test(name) ? name : name.replace(/\s+/gu, ' ').trim()

/**
 * Folds one code point by Unicode full case folding; `toLowerCase` alone keeps 23 classes apart (ß/ss, ς/σ, …).
 */
const caseFold = (codePoint: string): string =>
  codePoint === 'ı' ? codePoint : codePoint.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/**
 * Returns the key of a name. Names with the same key are equal: compatibility forms, spaces and case do not
 * count.
 */
export const toNameKey = (name: string): string => {
  if (TIDY_ASCII.test(name)) return name.toLowerCase()
  // ASCII folds to lower case, so only the other code points are folded one by one.
  return normalizeName(name.normalize('NFKC'))
    .replaceAll(/[^\0-\x7f]/gu, caseFold)
    .toLowerCase()
    .normalize('NFC')
}
