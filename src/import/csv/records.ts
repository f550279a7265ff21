/** The records of a file, one at a time, with the line each starts on and its text. */ // import.md §2

import type { CellDates, FileRecord } from '../model/file-record.ts'
import { type Block, LARGEST_RECORD } from '../text/text-source.ts'
import { split, splitBackslashes, splitBroken, tidyCell } from './split-line.ts'

export interface Slicing {
  delimiter: string
  /** How many cells most records have; tells a lost quote from a cell of several lines. */
  width: number
  dates?: CellDates
}

const MOST_LINES = 40

interface Line {
  text: string
  /** The line end behind it. */
  ending: string
  opens: number | undefined
}

/** The lines of a file. `\r\r\n`, `\r\n`, `\n` and `\r` end a line. */
function* linesOf(blocks: Iterable<Block>): Generator<Line, undefined> {
  for (const { at, text } of blocks) {
    let feed = -1
    let back = -1
    for (let start = 0; start < text.length; ) {
      if (feed < start) feed = positionOf('\n', text, start)
      if (back < start) back = positionOf('\r', text, start)
      const end = Math.min(feed, back)
      const ending = end === feed ? text.slice(end, end + 1) : endingAt(text, end)
      yield { text: text.slice(start, end), ending, opens: start === 0 ? at : undefined }
      start = end + ending.length
    }
  }
}

function positionOf(sign: string, text: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at < 0 ? text.length : at
}

const endingAt = (text: string, at: number): string =>
  ['\r\r\n', '\r\n'].find((ending) => text.startsWith(ending, at)) ?? '\r'

/** The first lines of a file as they stand. */
export function firstLines(blocks: Iterable<Block>, count: number): string[] {
  const lines: string[] = []
  for (const { text } of linesOf(blocks)) {
    if (lines.length === count) break
    lines.push(text)
  }
  return lines
}

/** The records of a file; blank lines are none. `firstLine`: the number of the line the blocks begin with. */
export function* recordsOf(
  blocks: Iterable<Block>,
  slicing: Slicing,
  firstLine = 1,
): Generator<FileRecord, undefined> {
  const waiting: Line[] = []
  const lines = linesOf(blocks)
  const take = (): Line | undefined => (waiting.length > 0 ? waiting.shift() : lines.next().value)
  let number = firstLine
  for (let line = take(); line; line = take()) {
    const { text: raw, opens } = line
    if (raw.length > LARGEST_RECORD) {
      yield { line: number, raw, cells: [], opens, flaw: 'The line is longer than 64 KiB' }
    } else {
      const cells = split(raw, slicing.delimiter)
      if (cells) {
        const record = { line: number, raw, cells: tidied(raw, cells, slicing), opens }
        if (!isBlank(record.cells)) yield record
      } else {
        const ahead: Line[] = []
        const { used, ...record } = joined(line, { slicing, ahead, take })
        yield { line: number, ...record, opens }
        number += used
        waiting.unshift(...ahead.slice(used))
      }
    }
    number += 1
  }
}

interface Lookahead {
  slicing: Slicing
  ahead: Line[]
  take(): Line | undefined
}

type Joined = Pick<FileRecord, 'raw' | 'cells' | 'flaw'> & {
  /** How many lines of those ahead belong to the record. */
  used: number
}

/** A record whose quote stays open on its first line: either a cell of several lines, or a lost quote that costs this line. */
function joined(first: Line, { slicing, ahead, take }: Lookahead): Joined {
  let raw = first.text
  let before = first
  while (ahead.length < MOST_LINES) {
    const next = take()
    if (!next) break
    ahead.push(next)
    raw += before.ending + next.text
    before = next
    // A line that is a whole record by itself is no continuation: the quote above it was lost.
    const alone = split(next.text, slicing.delimiter) ?? splitBroken(next.text, slicing.delimiter)
    if (raw.length > LARGEST_RECORD || alone.length === slicing.width) break
    if (!next.text.includes('"')) continue
    const cells = split(raw, slicing.delimiter)
    if (cells) return { raw, cells: tidied(raw, cells, slicing), used: ahead.length }
  }
  const cells = splitBroken(first.text, slicing.delimiter).map(tidyCell)
  return { raw: first.text, cells, flaw: 'A quote is opened and never closed', used: 0 }
}

function tidied(raw: string, cells: string[], { delimiter, width, dates }: Slicing): string[] {
  const other = splitBackslashes(raw, delimiter)
  const chosen = other?.length === width ? other : cells
  for (let at = 0; at < chosen.length; at++) {
    const cell = tidyCell(chosen[at] ?? '')
    chosen[at] = (dates?.columns.has(at) ? dates.read(cell) : undefined) ?? cell
  }
  return chosen
}

const isBlank = (cells: string[]): boolean => cells.every((cell) => cell === '')
