/** Formats counts with their nouns. */

/** Formats a count with its noun: `1 request`, `2 requests`. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
