/** One record's text becomes cells. Lines without surprising quotes are split here, all others by csv-parse: its door. */ // import.md §2

import { CsvError, parse } from 'csv-parse/sync'

/** The cells of a record; undefined when a quote is still open at its end. */
export function split(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter)
  return splitPlainQuotes(text, delimiter) ?? parsed(text, delimiter, '"')
}

/** The cells of a record that escapes its quotes with backslashes; undefined when it does not read that way. */
export const splitBackslashes = (text: string, delimiter: string): string[] | undefined =>
  text.includes('\\"') ? parsed(text, delimiter, '\\') : undefined

/** The cells of a record whose quotes cannot be paired: as they stand, without any quote. */
export const splitBroken = (text: string, delimiter: string): string[] =>
  text.replaceAll('"', '').split(delimiter)

// Cells that are wholly quoted and hold no quote inside make up nearly every quoted line; anything else returns undefined.
function splitPlainQuotes(text: string, delimiter: string): string[] | undefined {
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (text[at] === '"') {
      const close = text.indexOf('"', at + 1)
      const after = close + 1
      if (close < 0 || (after < text.length && text[after] !== delimiter)) return undefined
      cells.push(text.slice(at + 1, close))
      if (after === text.length) return cells
      at = after + 1
      continue
    }
    const end = text.indexOf(delimiter, at)
    const cell = end < 0 ? text.slice(at) : text.slice(at, end)
    if (cell.includes('"')) return undefined
    cells.push(cell)
    if (end < 0) return cells
    at = end + 1
  }
}

function parsed(text: string, delimiter: string, escape: '"' | '\\'): string[] | undefined {
  try {
    const options = {
      delimiter,
      escape,
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: '\u0000',
    }
    const [cells = []] = parse(text, options)
    const [only] = cells
    // Some exports wrap the whole line in quotes once more.
    if (cells.length === 1 && only !== text && only?.includes(delimiter) && text.startsWith('"'))
      return split(only, delimiter)
    return cells
  } catch (cause) {
    if (cause instanceof CsvError) return undefined
    throw cause
  }
}

/** A cell without outer blanks, without quotes that relaxed reading left around it, and without a spreadsheet's `="…"`. */
export function tidyCell(cell: string): string {
  const text = cell.trim()
  const formula = text.startsWith('="') ? text.slice(1) : text
  if (formula.length < 2 || !formula.startsWith('"') || !formula.endsWith('"'))
    return text.startsWith("'") ? unmarked(text) : text
  return formula.slice(1, -1).replaceAll('""', '"').trim()
}

// Spreadsheets mark digits as text with a leading apostrophe.
const unmarked = (text: string): string => (/^'[\d-]+'?$/.test(text) ? text.replaceAll("'", '') : text)
