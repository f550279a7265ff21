/** Reads the text and the records of a CSV file exactly: no cell is trimmed and no quote is guessed. */

import { createPlaceError, EXPORT_AGAIN, type SourceFile } from '../source-file.ts'
import { detectEncoding, detectUnicode } from '../text/decode-file.ts'
import { decodeBytes } from '../text/text-source.ts'

/** A record of a CSV file. It is valid until the next one is read. */
export interface CsvRecord {
  /** Counted from 1 and with the header, as spreadsheets count. */
  readonly row: number
  /** The number of its cells. */
  readonly width: number
  /** Returns a cell, counted from 0; empty beyond the last one. */
  cell(index: number): string
}

/** How the records of a text are written. */
export interface CsvDialect {
  /** The name of the file, for errors. */
  file: string
  delimiter: string
  /** True if a quote inside a quoted cell has a backslash before it, instead of being doubled. */
  hasBackslashes?: boolean
  /** What the user does about a damaged row. */
  hint?: string
  /** Decodes a cell of a compact text. */
  decode?: CompactText['decode']
}

const QUOTE = 34
const BACKSLASH = 92
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Returns the text of a file without a byte order mark.
 * @throws UserError if the file is no text
 */
export const decodeSourceFile = ({ bytes }: SourceFile): string => decodeBytes(bytes, detectEncoding(bytes))

/** The text of a CSV file in a form that takes little memory. */
export interface CompactText {
  /** A file in UTF-8 has one character for each byte: half of what a text with a euro sign takes. */
  text: string
  /** Returns a part of `text` as the file means it. */
  decode(part: string): string
}

const UTF8_MARK_BYTES = 3

/**
 * Returns the text of a file without a byte order mark, for `readCsvRecords`.
 * @throws UserError if the file is no text
 */
export function decodeCompactly({ bytes, path }: SourceFile): CompactText {
  if (detectEncoding(bytes) !== 'utf-8')
    return { text: decodeSourceFile({ bytes, path }), decode: (part) => part }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const hasMark = buffer.toString('utf8', 0, UTF8_MARK_BYTES) === BYTE_ORDER_MARK
  return { text: buffer.toString('latin1', hasMark ? UTF8_MARK_BYTES : 0), decode: createUtf8Decoder() }
}

const MAX_DECODED_PARTS = 20_000
// V8 copies shorter parts; a longer one would keep the whole text.
const MIN_PART_LENGTH = 13
const NON_ASCII = /[\u0080-\u00ff]/

function createUtf8Decoder(): CompactText['decode'] {
  const decoded = new Map<string, string>()
  return (part) => {
    if (part.length < MIN_PART_LENGTH && !NON_ASCII.test(part)) return part
    const known = decoded.get(part)
    if (known !== undefined) return known
    const copy = Buffer.from(part, 'latin1')
    const text = copy.toString('utf8')
    if (decoded.size < MAX_DECODED_PARTS) decoded.set(copy.toString('latin1'), text)
    return text
  }
}

const START_BYTES = 4096

/** Returns the beginning of a file as text; of a file that is no text, something that means nothing. */
export function decodeFileStart({ bytes }: SourceFile): string {
  const start = bytes.subarray(0, START_BYTES)
  return decodeBytes(start, detectUnicode(start) ?? 'utf-8')
}

/** Returns the place of a row, e.g. `Register.csv, row 12`. */
export const describeRow = (file: string, row: number): string => `${file}, row ${row}`

/**
 * Yields the records of a text. Quoted cells may hold line ends; a quote inside a quoted cell may be doubled or single.
 * @throws UserError if a quote is never closed
 */
export function* readCsvRecords(
  text: string,
  { file, delimiter, hasBackslashes = false, hint = EXPORT_AGAIN, decode = (part) => part }: CsvDialect,
): Generator<CsvRecord> {
  const separator = delimiter.charCodeAt(0)
  const findClosing = hasBackslashes ? findUnescapedQuote : findClosingQuote
  const escaped = hasBackslashes ? '\\"' : '""'
  // Most cells of a file are never looked at, so a record has their places.
  const [starts, ends]: [number[], number[]] = [[], []]
  const record = {
    row: 0,
    width: 0,
    cell(index: number): string {
      if (index >= record.width) return ''
      const start = starts[index] ?? 0
      const cell = decode(text.slice(start, ends[index]))
      return text.charCodeAt(start - 1) === QUOTE && cell.includes('"') ? cell.replaceAll(escaped, '"') : cell
    },
  }
  for (let at = 0; at < text.length; ) {
    record.row += 1
    record.width = 0
    for (let isLast = false; !isLast; at++) {
      const isQuoted = text.charCodeAt(at) === QUOTE
      const end = isQuoted ? findClosing(text, at, separator) : findCellEnd(text, at, separator)
      if (end < 0) throw createPlaceError(describeRow(file, record.row), 'a quote is never closed', hint)
      starts[record.width] = isQuoted ? at + 1 : at
      ends[record.width] = end
      record.width += 1
      at = isQuoted ? end + 1 : end
      isLast = text.charCodeAt(at) !== separator
    }
    // `at` is now behind one character of the line end.
    if (text.charCodeAt(at - 1) === CARRIAGE_RETURN && text.charCodeAt(at) === LINE_FEED) at++
    if (record.width > 1 || record.cell(0).trim() !== '') yield record
  }
}

/** Returns where the closing quote of a cell is: the first one before a delimiter or a line end; -1 for none. */
function findClosingQuote(text: string, open: number, separator: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text.charCodeAt(at + 1) === QUOTE) at++
    else if (at + 1 >= text.length || isCellEnd(text.charCodeAt(at + 1), separator)) return at
  }
  return -1
}

/** Returns where the closing quote of a cell is: the first one without a backslash before it; -1 for none. */
function findUnescapedQuote(text: string, open: number, separator: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text.charCodeAt(at - 1) === BACKSLASH) continue
    if (at + 1 >= text.length || isCellEnd(text.charCodeAt(at + 1), separator)) return at
  }
  return -1
}

function findCellEnd(text: string, from: number, separator: number): number {
  let at = from
  while (at < text.length && !isCellEnd(text.charCodeAt(at), separator)) at++
  return at
}

const isCellEnd = (code: number, separator: number): boolean =>
  code === separator || code === LINE_FEED || code === CARRIAGE_RETURN
