/**
 * Yields the records of a CSV file one at a time, with the line number and raw text of each.
 * @see docs/import.md#2-decode-and-read
 */

import { CsvError, parse } from 'csv-parse/sync'
import { toPlainNotation } from '../cells/local-notation.ts'
import type { CellDates, FileRecord } from '../file-record.ts'
import { MAX_RECORD_LENGTH, type TextBlock } from '../text/text-source.ts'

/** How a CSV file is split into records and cells. */
export interface Dialect {
  delimiter: string
  /** The usual number of cells; it tells a lost quote from a cell that spans lines. */
  width: number
  dates?: CellDates
}

const MAX_RECORD_LINES = 40

interface RawLine {
  text: string
  /** What follows the text: the line ending, and after a blank line those of all blank lines below it. */
  ending: string
  /** How many lines these are. */
  lines: number
  resumeAt: number | undefined
}

/** Yields the lines of a file. Line endings are `\r\r\n`, `\r\n`, `\n` and `\r`. */
function* readRawLines(blocks: Iterable<TextBlock>): Generator<RawLine, undefined> {
  for (const { at, text } of blocks) {
    let lineFeed = -1
    let carriageReturn = -1
    for (let start = 0; start < text.length; ) {
      if (lineFeed < start) lineFeed = indexOrEnd('\n', text, start)
      if (carriageReturn < start) carriageReturn = indexOrEnd('\r', text, start)
      const end = Math.min(lineFeed, carriageReturn)
      const ending = end === lineFeed ? text.slice(end, end + 1) : readLineEnding(text, end)
      const resumeAt = start === 0 ? at : undefined
      // A file may have millions of blank lines, which are read at once.
      const next = end === start ? skipRepeated(text, end, ending) : end + ending.length
      const lines = end === start ? (next - start) / ending.length : 1
      yield { text: text.slice(start, end), ending: text.slice(end, next), lines, resumeAt }
      start = next
    }
  }
}

function skipRepeated(text: string, from: number, ending: string): number {
  let at = from + ending.length
  while (text.startsWith(ending, at)) at += ending.length
  return at
}

function indexOrEnd(character: string, text: string, from: number): number {
  const at = text.indexOf(character, from)
  return at < 0 ? text.length : at
}

const readLineEnding = (text: string, at: number): string =>
  ['\r\r\n', '\r\n'].find((ending) => text.startsWith(ending, at)) ?? '\r'

/** Returns the first lines of a file, unparsed. */
export function readFirstLines(blocks: Iterable<TextBlock>, count: number): string[] {
  const lines: string[] = []
  for (const { text } of readRawLines(blocks)) {
    if (lines.length === count) break
    lines.push(text)
  }
  return lines
}

/**
 * Yields the records of a file without blank lines. `firstLine` is the number of the line at which the blocks
 * begin.
 */
export function* readRecords(
  blocks: Iterable<TextBlock>,
  dialect: Dialect,
  firstLine = 1,
): Generator<FileRecord, undefined> {
  const pushedBack: RawLine[] = []
  const lines = readRawLines(blocks)
  const takeLine = (): RawLine | undefined =>
    pushedBack.length > 0 ? pushedBack.shift() : lines.next().value
  let number = firstLine
  for (let line = takeLine(); line; line = takeLine()) {
    const { text: raw, resumeAt } = line
    if (raw.length > MAX_RECORD_LENGTH) {
      yield { line: number, raw, cells: [], resumeAt, invalidReason: 'The line is longer than 64 KiB' }
    } else {
      const cells = splitRecord(raw, dialect.delimiter)
      if (cells) {
        const cleaned = cleanCells({ raw, line: number }, cells, dialect)
        const record = { line: number, raw, cells: cleaned, resumeAt }
        if (!isBlankRecord(record.cells)) yield record
      } else {
        const lookahead: RawLine[] = []
        const { used, ...record } = joinOpenQuote(line, {
          dialect,
          number,
          ahead: lookahead,
          take: takeLine,
        })
        yield { line: number, ...record, resumeAt }
        for (const { lines: count } of lookahead.slice(0, used)) number += count
        pushedBack.unshift(...lookahead.slice(used))
      }
    }
    number += line.lines
  }
}

interface Lookahead {
  dialect: Dialect
  /** The number of the first line. */
  number: number
  ahead: RawLine[]
  take(): RawLine | undefined
}

type JoinedRecord = Pick<FileRecord, 'raw' | 'cells' | 'invalidReason'> & {
  /** The number of look-ahead lines that belong to the record. */
  used: number
}

/**
 * Joins a record whose quote is still open at the end of its line. Either the cell spans several lines, or
 * the closing quote is missing; a missing quote makes this line invalid and no other.
 */
function joinOpenQuote(first: RawLine, { dialect, number, ahead, take }: Lookahead): JoinedRecord {
  let raw = first.text
  let previous = first
  while (ahead.length < MAX_RECORD_LINES) {
    const next = take()
    if (!next) break
    ahead.push(next)
    raw += previous.ending + next.text
    previous = next
    // A line that is a complete record on its own is no continuation, so the quote above it was lost.
    const ownCells =
      splitRecord(next.text, dialect.delimiter) ?? splitUnpairedQuotes(next.text, dialect.delimiter)
    if (raw.length > MAX_RECORD_LENGTH || ownCells.length === dialect.width) break
    if (!next.text.includes('"')) continue
    const cells = splitRecord(raw, dialect.delimiter)
    if (cells) return { raw, cells: cleanCells({ raw, line: number }, cells, dialect), used: ahead.length }
  }
  const cells = splitUnpairedQuotes(first.text, dialect.delimiter).map(cleanCell)
  return { raw: first.text, cells, invalidReason: 'A quote is never closed', used: 0 }
}

function cleanCells(
  { raw, line }: Pick<FileRecord, 'raw' | 'line'>,
  cells: string[],
  { delimiter, width, dates }: Dialect,
): string[] {
  const other = splitBackslashEscaped(raw, delimiter)
  const chosen = other?.length === width ? other : cells
  for (let at = 0; at < chosen.length; at++) {
    const cell = cleanCell(chosen[at] ?? '')
    chosen[at] = (dates?.columns.has(at) ? dates.read(cell, line) : undefined) ?? cell
  }
  return chosen
}

const isBlankRecord = (cells: string[]): boolean => cells.every((cell) => cell === '')

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
const splitBackslashEscaped = (text: string, delimiter: string): string[] | undefined =>
  text.includes('\\"') && splitSimpleQuotes(text, delimiter) === undefined
    ? parseWithLibrary(text, delimiter, '\\')
    : undefined

/** Returns the cells of a record whose quotes do not pair up, with all quotes removed. */
const splitUnpairedQuotes = (text: string, delimiter: string): string[] =>
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

// Nearly all cells have no other characters, and none of these needs another notation.
const PRINTED_IN_LATIN = /^[\x00-\u05ff]*$/

/** Returns the cell in plain notation, without outer blanks, leftover quotes and a spreadsheet's `="…"`. */
export function cleanCell(cell: string): string {
  const text = (PRINTED_IN_LATIN.test(cell) ? cell : toPlainNotation(cell)).trim()
  const formula = text.startsWith('="') ? text.slice(1) : text
  if (formula.length < 2 || !formula.startsWith('"') || !formula.endsWith('"'))
    return text.startsWith("'") ? stripApostrophes(text) : text
  return formula.slice(1, -1).replaceAll('""', '"').trim()
}

// Spreadsheets mark numbers as text with a leading apostrophe; some programs quote with apostrophes.
const stripApostrophes = (text: string): string =>
  /^'(?:[\d./-]+'?|[^']+')$/.test(text) ? text.replaceAll("'", '').trim() : text
