/** Shortens texts. */

/** Returns the beginning of a text, without half a character at its end. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
