/**
 * Splits the text of one CSV record into cells; csv-parse handles the records with unusual quotes.
 * @see docs/import.md#2-decode-and-read
 */

import { CsvError, parse } from 'csv-parse/sync'

/** Returns the cells of a record; undefined if a quote is still open at its end. */
export function splitRecord(text: string, delimiter: string): string[] | undefined {
  const first = text.indexOf('"')
  if (first < 0) return text.split(delimiter)
  // A single quote at the start of a cell stays open; csv-parse would find the same, but slowly.
  if (first === text.lastIndexOf('"') && (first === 0 || text[first - 1] === delimiter)) return undefined
  return splitSimpleQuotes(text, delimiter) ?? parseWithLibrary(text, delimiter, '"')
}

/**
 * Returns the cells of a record with backslash-escaped quotes; undefined if it has none. Where doubled quotes alone give
 * a record, as in `"say \""hi\"""`, a backslash before them is text.
 */
export const splitBackslashEscaped = (text: string, delimiter: string): string[] | undefined =>
  text.includes('\\"') && splitSimpleQuotes(text, delimiter) === undefined
    ? parseWithLibrary(text, delimiter, '\\')
    : undefined

/** Returns the cells of a record whose quotes do not pair up, with all quotes removed. */
export const splitUnpairedQuotes = (text: string, delimiter: string): string[] =>
  text.replaceAll('"', '').split(delimiter)

// Nearly every quoted line consists of cells that are fully quoted or hold no quote. This returns undefined
// for any other line.
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
  // Some exports quote the whole line once more.
  const [only = ''] = cells
  return cells.length === 1 && doubled && only.includes(delimiter) ? splitRecord(only, delimiter) : cells
}

/**
 * Returns the index of the quote that closes the one at `at`, skipping doubled quotes; -1 if it never closes.
 */
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

/** Returns the cell without outer blanks, leftover quotes and a spreadsheet's `="…"`. */
export function cleanCell(cell: string): string {
  const text = cell.trim()
  const formula = text.startsWith('="') ? text.slice(1) : text
  if (formula.length < 2 || !formula.startsWith('"') || !formula.endsWith('"'))
    return text.startsWith("'") ? stripApostrophes(text) : text
  return formula.slice(1, -1).replaceAll('""', '"').trim()
}

// Spreadsheets mark numbers as text with a leading apostrophe; some programs quote with apostrophes.
const stripApostrophes = (text: string): string =>
  /^'(?:[\d./-]+'?|[^']+')$/.test(text) ? text.replaceAll("'", '').trim() : text
