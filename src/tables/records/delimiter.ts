/**
 * Sniffs the CSV delimiter: the one under which the most lines hold a date and a number.
 * @see docs/import.md#2-decode-and-read
 * @see docs/import.md#no-dead-ends
 */

import { UserError } from '../../contract/errors.ts'
import { AmbiguityError, createAmbiguityError } from '../ambiguity-error.ts'
import { isNumberCell } from '../cells/amount-parts.ts'
import { guessDateFormats } from '../cells/date-format-guesses.ts'
import {
  createDateFormatParser,
  createPartialFormatParser,
  isDateCell,
  isPartialDateCell,
} from '../cells/dates.ts'
import { isTransactionRow } from '../columns/column-profile.ts'
import type { ReadOptions } from '../read-options.ts'
import type { TextBlock, TextSource } from '../text/text-source.ts'
import { detectHeaderRoles, isTableHeader } from '../words/header-terms.ts'
import { cleanCell, type Dialect, readFirstLines, readRecords, splitRecord } from './records.ts'

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

const SHOWN_LINES = 3
const SHOWN_CELLS = 9
const LONGEST_CELL = 20

interface CutLine {
  line: number
  cells: string[]
}

/**
 * Returns the error with the first lines as they were split, what they lack and a `--map` to fill in.
 * `candidates` are the delimiters that were tried.
 */
function createNoTableError(fileLines: readonly string[], candidates: readonly string[]): AmbiguityError {
  const message = 'No line of the file has a date and an amount'
  const [delimiter, rows] = findBestCut(fileLines, candidates)
  const delimiterNames = candidates.map(formatDelimiter).join(' ')
  if (rows.length === 0) {
    const hint = 'Set the delimiter with --delimiter, or the encoding with --encoding'
    return createAmbiguityError(`${message} separated by ${delimiterNames}`, hint)
  }
  const date = findColumnWith(rows, isDateCell) ?? findHeading(rows, 'date')
  const isAmount = (cell: string) => isNumberCell(cell) && !isDateCell(cell)
  const counted = findColumnWith(rows, isAmount)
  const headed = findHeading(rows, 'amount')
  const amount = headed ?? (counted === date ? undefined : counted)
  const hasDates = rows.some(({ cells }) => cells.some(isDateCell))
  const hasNumbers = rows.some(({ cells }) => cells.some(isAmount))
  const missing = [...(hasDates ? [] : ['a date']), ...(hasNumbers ? [] : ['an amount'])]
  const map = `--map date=${date ?? 'NUMBER'},amount=${amount ?? 'NUMBER'}`
  const formats = hasDates ? [] : guessDateFormats(rows.map(({ cells }) => cells))
  const lines = [
    ...rows
      .slice(0, SHOWN_LINES)
      .map(
        (row) =>
          `Line ${row.line}, split at ${formatDelimiter(delimiter)}: ${formatNumberedCells(row.cells)}`,
      ),
    missing.length > 0 ? `No cell looks like ${missing.join(' or ')}` : 'They are on different lines',
    hasDates
      ? `Name the columns: ${map}`
      : `Name the columns and the date format: ${map} --date-format DD.MM.YYYY`,
    'If the columns or letters are wrong, set --delimiter or --encoding',
  ]
  const answers = formats.map(({ format, example, date: read }) => ({
    label: `${example} is ${read}`,
    options: { date_format: format },
  }))
  const prompt = answers.length > 0 ? `${message}. How are the dates written?` : message
  return new AmbiguityError(prompt, lines.join('\n'), { answers, hintLines: lines })
}

/** Returns the delimiter that splits the most lines into the same number of cells, with these lines. */
function findBestCut(lines: readonly string[], candidates: readonly string[]): [string, CutLine[]] {
  let best: [string, CutLine[]] = ['', []]
  for (const delimiter of candidates) {
    const cut = lines.map((text, at) => ({
      line: at + 1,
      cells: (splitRecord(text, delimiter) ?? []).map(cleanCell),
    }))
    const wide = cut.filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
    const width = mostFrequent(wide.map(({ cells }) => cells.length))
    const rows = wide.filter(({ cells }) => cells.length === width)
    if (rows.length > best[1].length) best = [delimiter, rows]
  }
  return best
}

/** Returns the 1-based column that most often holds a matching cell. */
const findColumnWith = (rows: readonly CutLine[], isSuch: (cell: string) => boolean): number | undefined =>
  mostFrequent(rows.flatMap(({ cells }) => cells.flatMap((cell, at) => (isSuch(cell) ? [at + 1] : []))))

const findHeading = ([first]: readonly CutLine[], role: 'date' | 'amount'): number | undefined => {
  const at = first?.cells.findIndex((cell) => detectHeaderRoles(cell).has(role)) ?? -1
  return at < 0 ? undefined : at + 1
}

function mostFrequent(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

const formatDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'tab' : delimiter)

function formatNumberedCells(cells: readonly string[]): string {
  const shown = cells.slice(0, SHOWN_CELLS).map((cell, at) => {
    const short = cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL)}…` : cell
    return `${at + 1} "${short.replace(/\s+/g, ' ')}"`
  })
  return [...shown, ...(cells.length > SHOWN_CELLS ? ['…'] : [])].join(', ')
}
