/** How a file is cut into cells: the delimiter under which the most lines hold a date and a number. */ // import.md §2

import { split, tidyCell } from './cells.ts'
import { question } from './choices.ts'
import { isDateCell } from './dates.ts'
import { isNumberCell } from './numbers.ts'
import { firstLines, type Slicing } from './records.ts'
import type { Source } from './source.ts'

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
  let best: Slicing & { booked: number } = { delimiter: candidates[0] ?? ',', width: 0, booked: 0 }
  for (const delimiter of candidates) {
    const widths = new Map<number, number>()
    let booked = 0
    for (const line of lines) {
      const cells = line.includes(delimiter) ? split(line, delimiter) : undefined
      if (!cells || !looksBooked(cells.map(tidyCell))) continue
      booked += 1
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    }
    if (booked > best.booked) best = { delimiter, width: mostFrequent(widths), booked }
  }
  if (best.booked > 0) return { delimiter: best.delimiter, width: best.width }
  if (chosen !== undefined) return { delimiter: best.delimiter, width: widestOf(lines, best.delimiter) }
  throw question(
    'No line of the file holds a date and an amount between ; , tab or |',
    'Name the sign between the columns with --delimiter, or the encoding with --encoding',
  )
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
