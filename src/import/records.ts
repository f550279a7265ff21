/** The records of a file, one at a time, with the line each starts on and where its text lies. */ // import.md §2

import { split, splitBackslashes, splitBroken, tidyCell } from './cells.ts'

export interface FileRecord {
  /** Counts the file's lines from 1. */
  line: number
  start: number
  end: number
  cells: string[]
  /** Why the record cannot be trusted: its quotes or its size. */
  flaw?: string
}

export interface Slicing {
  delimiter: string
  /** How many cells most records have; tells a lost quote from a cell of several lines. */
  width: number
}

const LARGEST = 64 * 1024
const MOST_LINES = 40

interface Line {
  start: number
  end: number
}

/** The lines of a text. `\r\r\n`, `\r\n`, `\n` and `\r` end a line. */
function* linesOf(text: string): Generator<Line> {
  const ends = /\r\r\n|\r\n|\n|\r/g
  let start = 0
  for (let found = ends.exec(text); found; found = ends.exec(text)) {
    yield { start, end: found.index }
    start = ends.lastIndex
  }
  if (start < text.length) yield { start, end: text.length }
}

/** The first lines of a text as they stand. */
export function firstLines(text: string, count: number): string[] {
  const lines: string[] = []
  for (const { start, end } of linesOf(text)) {
    if (lines.length === count) break
    lines.push(text.slice(start, end))
  }
  return lines
}

/** The records of a text; blank lines are none. */
export function* recordsOf(text: string, slicing: Slicing): Generator<FileRecord> {
  const waiting: Line[] = []
  const lines = linesOf(text)
  const take = (): Line | undefined => {
    const line = waiting.shift()
    if (line) return line
    const next = lines.next()
    return next.done ? undefined : next.value
  }
  let number = 0
  for (let line = take(); line; line = take()) {
    number += 1
    const { start, end } = line
    if (end - start > LARGEST) {
      yield { line: number, start, end, cells: [], flaw: 'The line is longer than 64 KiB' }
      continue
    }
    const raw = text.slice(start, end)
    const cells = split(raw, slicing.delimiter)
    if (cells) {
      const record = { line: number, start, end, cells: tidied(raw, cells, slicing) }
      if (!isBlank(record.cells)) yield record
      continue
    }
    const ahead: Line[] = []
    const record = joined(text, line, { slicing, ahead, take })
    yield { line: number, ...record }
    const used = ahead.filter((one) => one.start < record.end).length
    number += used
    waiting.unshift(...ahead.slice(used))
  }
}

interface Lookahead {
  slicing: Slicing
  ahead: Line[]
  take(): Line | undefined
}

/** A record whose quote stays open on its first line: either a cell of several lines, or a lost quote that costs this line. */
function joined(text: string, first: Line, { slicing, ahead, take }: Lookahead): Omit<FileRecord, 'line'> {
  while (ahead.length < MOST_LINES) {
    const next = take()
    if (!next) break
    ahead.push(next)
    const own = text.slice(next.start, next.end)
    // A line that is a whole record by itself is no continuation: the quote above it was lost.
    if (next.end - first.start > LARGEST || split(own, slicing.delimiter)?.length === slicing.width) break
    if (!own.includes('"')) continue
    const raw = text.slice(first.start, next.end)
    const cells = split(raw, slicing.delimiter)
    if (cells) return { start: first.start, end: next.end, cells: tidied(raw, cells, slicing) }
  }
  const raw = text.slice(first.start, first.end)
  const cells = splitBroken(raw, slicing.delimiter).map(tidyCell)
  return { start: first.start, end: first.end, cells, flaw: 'A quote is opened and never closed' }
}

function tidied(raw: string, cells: string[], { delimiter, width }: Slicing): string[] {
  const other = splitBackslashes(raw, delimiter)
  const chosen = other?.length === width ? other : cells
  for (const [at, cell] of chosen.entries()) chosen[at] = tidyCell(cell)
  return chosen
}

const isBlank = (cells: string[]): boolean => cells.every((cell) => cell === '')
