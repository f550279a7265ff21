/**
 * Makes text from outside harmless: a name must not move a cursor, set a clipboard or reverse a line.
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

/** The text on one line, with control characters and bidi marks as caret notation. */
export const sanitizeLine = (text: string): string =>
  text.replace(BLANKS, ' ').replace(UNSAFE, toCaretNotation)

/** The text with its lines, everything else that could steer a terminal as caret notation. */
export const sanitizeText = (text: string): string =>
  text
    .replaceAll('\t', ' ')
    .replace(/\r\n?/g, '\n')
    .replace(UNSAFE, (character) => (character === '\n' ? character : toCaretNotation(character)))
