/** How a file is cut into cells: the delimiter under which the most lines hold a date and a number. */ // import.md §2

import { Mistake } from '../contract/errors.ts'
import { split, tidyCell } from './cells.ts'
import { question } from './choices.ts'
import { isDateCell } from './dates.ts'
import { headsTable } from './headers.ts'
import { isNumberCell } from './numbers.ts'
import { firstLines, recordsOf, type Slicing } from './records.ts'
import type { Block, Source } from './source.ts'

const DELIMITERS = [';', ',', '\t', '|'] as const
const SAMPLE_LINES = 400

/** Does a record look like a transaction: a whole cell that is a date, another that is a number? */
export function looksBooked(cells: readonly string[]): boolean {
  let date = false
  let number = false
  for (const cell of cells) {
    if (cell === '') continue
    if (isDateCell(cell)) date = true
    else if (isNumberCell(cell)) number = true
    if (date && number) return true
  }
  return false
}

/** The delimiter and the usual number of cells of a file. Throws the question when no line looks like a transaction. */
export function shapeOf({ blocks }: Source, chosen: string | undefined): Slicing {
  const lines = firstLines(blocks(), SAMPLE_LINES)
  const candidates = chosen === undefined ? DELIMITERS : [delimiterNamed(chosen)]
  const found =
    bestOf(candidates, (delimiter) => lines.map((line) => cellsOf(line, delimiter))) ??
    // Every transaction may begin with a text of several lines; only whole records show it.
    bestOf(candidates, (delimiter) => firstRecords(blocks(), delimiter))
  if (found) return found
  const [delimiter] = candidates
  if (chosen !== undefined && delimiter) return { delimiter, width: widestOf(lines, delimiter) }
  const last = lines.findLast((line) => line.trim() !== '') ?? ''
  if (candidates.some((sign) => headsTable(cellsOf(last, sign))))
    throw new Mistake('value', 'The file holds a header and no transactions', {
      hint: 'Export other days at the bank',
    })
  throw question(
    'No line of the file holds a date and an amount between ; , tab or |',
    'Name the sign between the columns with --delimiter, or the encoding with --encoding',
  )
}

const cellsOf = (line: string, delimiter: string): string[] =>
  line.includes(delimiter) ? (split(line, delimiter) ?? []).map(tidyCell) : []

function* firstRecords(blocks: Iterable<Block>, delimiter: string): Generator<string[]> {
  let count = 0
  for (const { cells } of recordsOf(blocks, { delimiter, width: 0 })) {
    yield cells
    count += 1
    if (count === SAMPLE_LINES) return
  }
}

/** The delimiter under which the most records look like transactions; undefined when none does. */
function bestOf(
  candidates: readonly string[],
  records: (delimiter: string) => Iterable<readonly string[]>,
): Slicing | undefined {
  let best: (Slicing & { booked: number }) | undefined
  for (const delimiter of candidates) {
    const widths = new Map<number, number>()
    let booked = 0
    for (const cells of records(delimiter)) {
      if (!looksBooked(cells)) continue
      booked += 1
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    }
    if (booked > (best?.booked ?? 0)) best = { delimiter, width: mostFrequent(widths), booked }
  }
  return best && { delimiter: best.delimiter, width: best.width }
}

function delimiterNamed(chosen: string): string {
  if (/^(?:tab|\\t)$/i.test(chosen)) return '\t'
  if (chosen.length === 1 && !/["\r\n]/.test(chosen)) return chosen
  throw question(`"${chosen}" is no delimiter`, "--delimiter takes one character, or tab: --delimiter ';'")
}

function mostFrequent(widths: ReadonlyMap<number, number>): number {
  let best: [width: number, count: number] = [0, 0]
  for (const entry of widths) if (entry[1] > best[1]) best = entry
  return best[0]
}

const widestOf = (lines: readonly string[], delimiter: string): number =>
  Math.max(1, ...lines.map((line) => split(line, delimiter)?.length ?? 0))
