/** When two names are one: the key by which merchants and categories are compared. */ // spec M1

/** The name without outer blanks and with single spaces inside, as it is stored and shown. */
export const tidyName = (name: string): string => name.replace(/\s+/gu, ' ').trim()

/** Folds one code point as Unicode full case folding does; `toLowerCase` alone leaves 23 classes apart (ß/ss, ς/σ, …). */
const fold = (point: string): string =>
  point === 'ı' ? point : point.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/** Two names with the same key are the same name: compatibility forms, blanks and case do not count. */
export const nameKey = (name: string): string => {
  const tidy = tidyName(name.normalize('NFKC'))
  // Most names are ASCII, where all of Unicode's care comes down to lower case.
  if (/^[\x00-\x7f]*$/.test(tidy)) return tidy.toLowerCase()
  return Array.from(tidy, fold).join('').normalize('NFC')
}
