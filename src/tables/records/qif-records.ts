/** Reads the records of QIF: one field per line, a letter before each, and `^` after each record. */

import { readTextLines, type TextLine, type TextRange } from '../text/text-lines.ts'

/** One record: its fields by letter, and its position. */
export interface QifRecord extends Pick<TextLine, 'at' | 'line'> {
  byLetter: Map<string, string>
  /** Its fields in their order; those of splits repeat letters. */
  fields: readonly string[]
}

/** Yields the records of a text range; a heading is a record with the single letter `!`. */
export function* readQifRecords(text: string, range: TextRange): Generator<QifRecord> {
  let open: (QifRecord & { fields: string[] }) | undefined
  for (const { at, line, text: lineText } of readTextLines(text, range)) {
    if (lineText.startsWith('!') || lineText.startsWith('^')) {
      if (open) yield open
      open = undefined
      if (lineText.startsWith('!'))
        yield { at, line, byLetter: new Map([['!', lineText.trim()]]), fields: [] }
      continue
    }
    // Skip comments and blank lines.
    if (lineText.trim() === '' || lineText.startsWith('#')) continue
    open ??= { at, line, byLetter: new Map(), fields: [] }
    open.fields.push(lineText)
    const { byLetter } = open
    const letter = lineText.charAt(0)
    // The lines of a split repeat letters; the fields of the transaction itself come first.
    const previous = byLetter.get(letter)
    if (previous === undefined) byLetter.set(letter, lineText.slice(1).trim())
    // An address has one line for each of its parts.
    else if (letter === 'A') byLetter.set(letter, `${previous} ${lineText.slice(1).trim()}`)
  }
  if (open) yield open
}

/** Returns `1/ 1'00` as `1/1/2000`: an apostrophe precedes the years from 2000. */
export const normalizeQifDate = (date: string): string =>
  date
    .replace(/' (?=\d$)/, "'0")
    .replace(/\s+/g, '')
    .replace(/'(\d\d)$/, '/20$1')
    .replace("'", '/')
