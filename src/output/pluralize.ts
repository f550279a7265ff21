/** Formats counts with their nouns. */

/** Formats a count with its noun, and with what depends on it: `1 request`, `2 entries`, `3 rows were`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
