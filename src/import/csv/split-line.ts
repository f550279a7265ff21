/**
 * One record's text becomes cells. Lines without surprising quotes are split here, all others by csv-parse: its door.
 * @see docs/import.md#2-decode-and-read
 */

import { CsvError, parse } from 'csv-parse/sync'

/** The cells of a record; undefined when a quote is still open at its end. */
export function splitRecord(text: string, delimiter: string): string[] | undefined {
  const first = text.indexOf('"')
  if (first < 0) return text.split(delimiter)
  // A single quote that opens a cell stays open; csv-parse would say the same, slowly.
  if (first === text.lastIndexOf('"') && (first === 0 || text[first - 1] === delimiter)) return undefined
  return splitSimpleQuotes(text, delimiter) ?? parseWithLibrary(text, delimiter, '"')
}

/** The cells of a record that escapes its quotes with backslashes; undefined when it does not read that way. */
export const splitBackslashEscaped = (text: string, delimiter: string): string[] | undefined =>
  text.includes('\\"') ? parseWithLibrary(text, delimiter, '\\') : undefined

/** The cells of a record whose quotes cannot be paired: as they stand, without any quote. */
export const splitUnpairedQuotes = (text: string, delimiter: string): string[] =>
  text.replaceAll('"', '').split(delimiter)

// Cells that are wholly quoted or hold no quote at all make up nearly every quoted line; anything else returns undefined.
function splitSimpleQuotes(text: string, delimiter: string): string[] | undefined {
  const cells: string[] = []
  let doubled = false
  for (let at = 0; at <= text.length; ) {
    const isQuoted = text[at] === '"'
    const end = isQuoted ? findClosingQuote(text, at) + 1 : findCellEnd(text, delimiter, at)
    if (end === 0 || (end < text.length && text[end] !== delimiter)) return undefined
    const cell = isQuoted ? text.slice(at + 1, end - 1) : text.slice(at, end)
    const hasQuote = cell.includes('"')
    if (hasQuote && !isQuoted) return undefined
    doubled ||= hasQuote
    cells.push(hasQuote ? cell.replaceAll('""', '"') : cell)
    at = end + 1
  }
  // Some exports wrap the whole line in quotes once more.
  const [only = ''] = cells
  return cells.length === 1 && doubled && only.includes(delimiter) ? splitRecord(only, delimiter) : cells
}

/** Where the quote that opens at `at` closes; a doubled one inside is text. -1 when it does not. */
function findClosingQuote(text: string, at: number): number {
  let close = text.indexOf('"', at + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  return close
}

function findCellEnd(text: string, delimiter: string, at: number): number {
  const end = text.indexOf(delimiter, at)
  return end < 0 ? text.length : end
}

function parseWithLibrary(text: string, delimiter: string, escape: '"' | '\\'): string[] | undefined {
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
    if (cells.length === 1 && only !== text && only?.includes(delimiter) && text.startsWith('"'))
      return splitRecord(only, delimiter)
    return cells
  } catch (cause) {
    if (cause instanceof CsvError) return undefined
    throw cause
  }
}

/** A cell without outer blanks, without quotes that relaxed reading left around it, and without a spreadsheet's `="…"`. */
export function cleanCell(cell: string): string {
  const text = cell.trim()
  const formula = text.startsWith('="') ? text.slice(1) : text
  if (formula.length < 2 || !formula.startsWith('"') || !formula.endsWith('"'))
    return text.startsWith("'") ? stripApostrophes(text) : text
  return formula.slice(1, -1).replaceAll('""', '"').trim()
}

// Spreadsheets mark digits as text with a leading apostrophe; some programs quote with apostrophes.
const stripApostrophes = (text: string): string =>
  /^'(?:[\d./-]+'?|[^']+')$/.test(text) ? text.replaceAll("'", '').trim() : text
