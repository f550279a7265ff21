/**
 * Sniffs the CSV delimiter: the one under which the most lines hold a date and a number.
 * @see docs/import.md#2-decode-and-read
 */

import { UserError } from '../../contract/errors.ts'
import { createAmbiguityError } from '../ambiguity-error.ts'
import { createDateFormatParser, createPartialFormatParser, isPartialDateCell } from '../cells/dates.ts'
import { isTransactionRow } from '../columns/column-profile.ts'
import { type ReadOptions } from '../read-options.ts'
import type { TextBlock, TextSource } from '../text/text-source.ts'
import { isTableHeader } from '../words/header-terms.ts'
import { createNoTableError } from './no-table-error.ts'
import { type Dialect, readFirstLines, readRecords } from './records.ts'
import { cleanCell, splitRecord } from './split-line.ts'

const DELIMITERS = [';', ',', '\t', '|'] as const
const SAMPLE_LINES = 400

/** The sniffed dialect, and whether its dates need context to be parsed. */
export interface SniffedDialect extends Dialect {
  needsDates: boolean
}

/**
 * Returns the delimiter of a file and its usual number of cells.
 * @throws AmbiguityError if no line looks like a transaction
 * @throws UserError if the file holds only a header
 */
export function sniffDialect({ blocks }: TextSource, options: ReadOptions): SniffedDialect {
  const lines = readFirstLines(blocks(), SAMPLE_LINES)
  const candidates = options.delimiter === undefined ? DELIMITERS : [parseDelimiter(options.delimiter)]
  const search = (isRow: RowTest) =>
    findBestDelimiter(candidates, (sign) => lines.map((line) => splitCells(line, sign)), isRow)
  const found =
    search(isTransactionRow) ??
    // Every transaction may begin with a text of several lines; only complete records show that.
    findBestDelimiter(candidates, (delimiter) => readFirstRecords(blocks(), delimiter), isTransactionRow)
  const isFull = found !== undefined && found.booked * 3 >= lines.length
  const other = isFull ? undefined : search(createDateOptionTest(options))
  if (other && other.booked > (found?.booked ?? 0) * 3) return { ...toDialect(other), needsDates: true }
  if (found) return { ...toDialect(found), needsDates: false }
  const chosen = sniffByOptions(lines, candidates, options)
  if (chosen) return { ...chosen, needsDates: hasDateOptions(options) }
  const last = lines.findLast((line) => line.trim() !== '') ?? ''
  if (candidates.some((sign) => isTableHeader(splitCells(last, sign))))
    throw new UserError('invalid', 'The file has a header but no transactions', {
      hint: 'Export a different period from your bank',
    })
  throw createNoTableError(lines, candidates)
}

const toDialect = ({ delimiter, width }: Dialect): Dialect => ({ delimiter, width })

type RowTest = (cells: readonly string[]) => boolean

const hasDateOptions = ({ date_format, year }: ReadOptions): boolean =>
  date_format !== undefined || year !== undefined

/** Returns a test for rows whose dates are in the user's `--date-format`, or have no year. */
function createDateOptionTest({ date_format: format }: ReadOptions): RowTest {
  const [parse, find] =
    format === undefined ? [] : [createDateFormatParser(format), createPartialFormatParser(format)]
  const isNamed = (cell: string) => parse?.(cell) !== undefined || find?.(cell) !== undefined
  return (cells) => isTransactionRow(cells, format === undefined ? isPartialDateCell : isNamed)
}

/**
 * Returns the dialect the user's options imply: the given delimiter, or the one that best fits the mapping.
 */
function sniffByOptions(
  lines: readonly string[],
  candidates: readonly string[],
  { map, delimiter }: ReadOptions,
): Dialect | undefined {
  if (map === undefined && delimiter === undefined) return undefined
  const lastColumn = Math.max(
    1,
    ...[...(map ?? '').matchAll(/[=+](\d+)/g)].map(([, number]) => Number(number)),
  )
  const reached = (delimiterToTry: string) =>
    lines.filter((line) => splitCells(line, delimiterToTry).length >= lastColumn).length
  const [best = ','] = candidates.toSorted((a, b) => reached(b) - reached(a))
  return { delimiter: best, width: findMaxWidth(lines, best) }
}

const splitCells = (line: string, delimiter: string): string[] =>
  line.includes(delimiter) ? (splitRecord(line, delimiter) ?? []).map(cleanCell) : []

function* readFirstRecords(blocks: Iterable<TextBlock>, delimiter: string): Generator<string[]> {
  let count = 0
  for (const { cells } of readRecords(blocks, { delimiter, width: 0 })) {
    yield cells
    count += 1
    if (count === SAMPLE_LINES) return
  }
}

/** Returns the delimiter under which the most records look like transactions; undefined if none do. */
function findBestDelimiter(
  candidates: readonly string[],
  records: (delimiter: string) => Iterable<readonly string[]>,
  isRow: RowTest,
): (Dialect & { booked: number }) | undefined {
  let best: (Dialect & { booked: number }) | undefined
  for (const delimiter of candidates) {
    const widths = new Map<number, number>()
    let booked = 0
    for (const cells of records(delimiter)) {
      if (!isRow(cells)) continue
      booked += 1
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    }
    if (booked > (best?.booked ?? 0)) best = { delimiter, width: findMostFrequentWidth(widths), booked }
  }
  return best
}

function parseDelimiter(chosen: string): string {
  if (/^(?:tab|\\t)$/i.test(chosen)) return '\t'
  if (chosen.length === 1 && !/["\r\n]/.test(chosen)) return chosen
  throw createAmbiguityError(
    `"${chosen}" is not a delimiter`,
    "--delimiter takes one character, or tab: --delimiter ';'",
  )
}

function findMostFrequentWidth(widths: ReadonlyMap<number, number>): number {
  let best: [width: number, count: number] = [0, 0]
  for (const entry of widths) if (entry[1] > best[1]) best = entry
  return best[0]
}

const findMaxWidth = (lines: readonly string[], delimiter: string): number =>
  Math.max(1, ...lines.map((line) => splitRecord(line, delimiter)?.length ?? 0))
