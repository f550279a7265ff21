/** Where a file's table begins: the header, and what stands above it. */ // import.md §2

import type { Choices } from './choices.ts'
import { isDateCell } from './dates.ts'
import { headsTable, rolesOf } from './headers.ts'
import { isNumberCell } from './numbers.ts'
import type { FileRecord } from './records.ts'
import { looksBooked } from './shape.ts'

export interface SkippedLine {
  line: number
  raw: string
  why: string
}

export interface Region {
  header: FileRecord | undefined
  /** The first record of the table, as an index into the sample. */
  first: number
}

/** How many records from the top the words of a header are looked for. */
export const FARTHEST_HEADER = 80
const HEADER_ABOVE = 4

/** Finds the header among the first records of a file: by its words, else as the text nearest above the data. */
export function regionOf(records: readonly FileRecord[], choices: Choices): Region {
  const data = records.findIndex(({ cells }) => looksBooked(cells))
  const start = Math.max(0, data)
  if (choices.header_row === false) return { header: undefined, first: start }
  const worded = wordedHeader(records)
  if (worded !== undefined) return { header: records[worded], first: worded + 1 }
  for (let at = start - 1; at >= Math.max(0, start - HEADER_ABOVE); at--) {
    const record = records[at]
    if (record && isTextOnly(record.cells)) return { header: record, first: at + 1 }
  }
  return { header: undefined, first: start }
}

// A summary above the table may have a header of its own; the table's knows a date and more words.
function wordedHeader(records: readonly FileRecord[]): number | undefined {
  let best: { at: number; known: number } | undefined
  for (const [at, record] of records.slice(0, FARTHEST_HEADER).entries()) {
    if (record.cells.some((cell) => isDateCell(cell))) continue
    if (!headsTable(record.cells)) continue
    const known = record.cells.filter((cell) => rolesOf(cell).size > 0).length
    if (known >= 2 && known > (best?.known ?? 0)) best = { at, known }
  }
  return best?.at
}

const isTextOnly = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length >= 2 &&
  !cells.some((cell) => isDateCell(cell) || isNumberCell(cell))
