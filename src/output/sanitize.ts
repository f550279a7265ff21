/**
 * Sanitizes text for a terminal: it cannot move the cursor, set the clipboard or reverse a line.
 * @see docs/reliability.md#row-75
 */

// biome-ignore format: one range per kind reads best on one line
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g
const BLANKS = /[\t\n\r\u2028\u2029]+/g

const toCaretNotation = (character: string): string => {
  const code = character.charCodeAt(0)
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`
  if (code === 0x7f) return '^?'
  if (code < 0xa0) return `^[${String.fromCharCode(code - 0x40)}`
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** Returns the text on one line, with control characters and bidi marks in caret notation. */
export const sanitizeLine = (text: string): string =>
  text.replace(BLANKS, ' ').replace(UNSAFE, toCaretNotation)

/** Returns the text with its line breaks, and all other control characters in caret notation. */
export const sanitizeText = (text: string): string =>
  text
    .replaceAll('\t', ' ')
    .replace(/\r\n?/g, '\n')
    .replace(UNSAFE, (character) => (character === '\n' ? character : toCaretNotation(character)))
