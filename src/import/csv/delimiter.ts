/** How a file is cut into cells: the delimiter under which the most lines hold a date and a number. */ // import.md §2

import { Mistake } from '../../contract/errors.ts'
import { looksBooked } from '../infer/column-profile.ts'
import { type Choices, question } from '../model/read-options.ts'
import { dayFinder, readerOfFormat } from '../text/dates.ts'
import { headsTable } from '../text/headers.ts'
import { isDayCell } from '../text/partial-dates.ts'
import type { Block, Source } from '../text/text-source.ts'
import { noTable } from './no-table-error.ts'
import { firstLines, recordsOf, type Slicing } from './records.ts'
import { split, tidyCell } from './split-line.ts'

const DELIMITERS = [';', ',', '\t', '|'] as const
const SAMPLE_LINES = 400

/** How a file is cut, and whether its dates can be read as they stand. */
export interface Shape extends Slicing {
  needsDates: boolean
}

/** The delimiter and the usual number of cells of a file. Throws the question when no line looks like a transaction. */
export function shapeOf({ blocks }: Source, choices: Choices): Shape {
  const lines = firstLines(blocks(), SAMPLE_LINES)
  const candidates = choices.delimiter === undefined ? DELIMITERS : [delimiterNamed(choices.delimiter)]
  const search = (isRow: IsRow) =>
    bestOf(candidates, (sign) => lines.map((line) => cellsOf(line, sign)), isRow)
  const found =
    search(looksBooked) ??
    // Every transaction may begin with a text of several lines; only whole records show it.
    bestOf(candidates, (delimiter) => firstRecords(blocks(), delimiter), looksBooked)
  const isFull = found !== undefined && found.booked * 3 >= lines.length
  const other = isFull ? undefined : search(rowsWithOtherDates(choices))
  if (other && other.booked > (found?.booked ?? 0) * 3) return { ...shapeIn(other), needsDates: true }
  if (found) return { ...shapeIn(found), needsDates: false }
  const chosen = shapeByChoices(lines, candidates, choices)
  if (chosen) return { ...chosen, needsDates: hasOtherDates(choices) }
  const last = lines.findLast((line) => line.trim() !== '') ?? ''
  if (candidates.some((sign) => headsTable(cellsOf(last, sign))))
    throw new Mistake('value', 'The file holds a header and no transactions', {
      hint: 'Export other days at the bank',
    })
  throw noTable(lines, candidates)
}

const shapeIn = ({ delimiter, width }: Slicing): Slicing => ({ delimiter, width })

type IsRow = (cells: readonly string[]) => boolean

const hasOtherDates = ({ date_format, year }: Choices): boolean =>
  date_format !== undefined || year !== undefined

/** Looks for rows whose dates are in the format a person named, or have no year. */
function rowsWithOtherDates({ date_format: format }: Choices): IsRow {
  const [read, find] = format === undefined ? [] : [readerOfFormat(format), dayFinder(format)]
  const isNamed = (cell: string) => read?.(cell) !== undefined || find?.(cell) !== undefined
  return (cells) => looksBooked(cells, format === undefined ? isDayCell : isNamed)
}

/** How a person says that the file is cut, or how their mapping cuts it best. */
function shapeByChoices(
  lines: readonly string[],
  candidates: readonly string[],
  { map, delimiter }: Choices,
): Slicing | undefined {
  if (map === undefined && delimiter === undefined) return undefined
  const last = Math.max(1, ...[...(map ?? '').matchAll(/[=+](\d+)/g)].map(([, number]) => Number(number)))
  const reached = (sign: string) => lines.filter((line) => cellsOf(line, sign).length >= last).length
  const [best = ','] = candidates.toSorted((a, b) => reached(b) - reached(a))
  return { delimiter: best, width: widestOf(lines, best) }
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
  isRow: IsRow,
): (Slicing & { booked: number }) | undefined {
  let best: (Slicing & { booked: number }) | undefined
  for (const delimiter of candidates) {
    const widths = new Map<number, number>()
    let booked = 0
    for (const cells of records(delimiter)) {
      if (!isRow(cells)) continue
      booked += 1
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    }
    if (booked > (best?.booked ?? 0)) best = { delimiter, width: mostFrequent(widths), booked }
  }
  return best
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
