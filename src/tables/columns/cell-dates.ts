/**
 * Parses dates that need context: dates without a year, or in a format the user gave.
 * @see docs/import.md#dates
 */

import { type AmbiguityError, createAmbiguityError } from '../ambiguity-error.ts'
import {
  createDateFormatParser,
  createPartialFormatParser,
  isPartialDateCell,
  type PartialDate,
  type PartialDateStyle,
  parsePartialDate,
  toPartialDate,
} from '../cells/dates.ts'
import type { CellDates, FileRecord } from '../file-record.ts'
import { type ReadOptions } from '../read-options.ts'
import {
  type ColumnProfile,
  describeRow,
  isNumberColumn,
  isTransactionRow,
  profileTable,
} from './column-profile.ts'
import { createDateOrderError, inferOrderFromCurrency, inferOrderFromVotes } from './date-order.ts'
import { type DayOfLine, findStatementPeriod, inferYears, type YearResolver } from './missing-year.ts'

/** Facts about a file besides its bytes. They never change which format is detected. */
export interface FileContext {
  /** The file name. */
  file?: string
  /** The date on which the user is asked, `YYYY-MM-DD`. */
  today?: string
  /**
   * Extracts the merchant from a text; undefined if it names none.
   * @default extractMerchant
   */
  find?: (cell: string) => string | undefined
}

interface CellDateEvidence {
  /** The first records, and a function that yields all of them. */
  sample: readonly FileRecord[]
  all(): Iterable<FileRecord>
  options: ReadOptions
  currency: string
  facts: FileContext
}

/**
 * Returns the date columns of a table whose cells are no complete dates.
 * @throws AmbiguityError if the file does not show the order or the year
 */
export function inferCellDates(evidence: CellDateEvidence): CellDates {
  const { date_format: format } = evidence.options
  const parse = format === undefined ? undefined : createDateFormatParser(format)
  if (format !== undefined && parse)
    return {
      columns: new Set(listDateLikeColumns(evidence, (cell) => parse(cell) !== undefined)),
      read: parse,
      format,
    }
  return inferPartialDates(evidence)
}

function inferPartialDates(evidence: CellDateEvidence): CellDates {
  const { sample, all, options, facts } = evidence
  const { isDay, reader } = selectPartialDateParser(options.date_format)
  const columns = listDateLikeColumns(evidence, isDay)
  const main = selectMainDateColumn(columns, sample, isDay)
  if (main === undefined) throw createNoDateColumnError(sample, isDay)
  const isRow = ({ cells, invalidReason }: FileRecord) =>
    invalidReason === undefined && isDay(cells[main] ?? '')
  const { read, format } = reader(main, evidence)
  const days = function* (): Generator<DayOfLine> {
    for (const record of all()) {
      const day = isRow(record) ? read(record.cells[main] ?? '') : undefined
      if (day !== undefined) yield { day, line: record.line }
    }
  }
  const years: YearResolver = inferYears([...days()], {
    options,
    stated: findStatedPeriod(sample.slice(0, Math.max(0, sample.findIndex(isRow))), facts, format),
    describe: (day) => describePartialDate(day, { main, read, sample }),
    today: facts.today,
    file: facts.file,
  })
  const date = (cell: string, line: number) => {
    const day = read(cell)
    return day === undefined ? undefined : years.date(day, line)
  }
  return { columns: new Set(columns), read: date, format, year: years.newest }
}

/** Returns the error about days without a year that share a column with other texts. */
function createNoDateColumnError(
  sample: readonly FileRecord[],
  isDay: (cell: string) => boolean,
): AmbiguityError {
  const { columns, records } = profileTable(sample, undefined, (cells) => isTransactionRow(cells, isDay))
  const count = ({ index }: ColumnProfile) => records.filter(({ cells }) => isDay(cells[index] ?? '')).length
  const [amount] = columns.filter(isNumberColumn).toSorted((one, other) => other.moneyLike - one.moneyLike)
  const dated = columns.filter((column) => column !== amount && count(column) > 0)
  return createAmbiguityError(
    'Which column is the date? No column contains only dates',
    'Name the column and its format, e.g. --map date=1,amount=2 --date-format DD.MM.YYYY',
    amount === undefined
      ? []
      : dated
          .toSorted((one, other) => count(other) - count(one))
          .map((column) => ({
            label: `Column ${column.index + 1}, a date in ${count(column)} of ${records.length} rows`,
            options: { map: `date=${column.index + 1},amount=${amount.index + 1}` },
          })),
  )
}

type ParsePartialDate = (cell: string) => PartialDate | undefined

/**
 * Returns how partial dates are recognized and parsed: in the user's format, or in the order that the cells
 * show.
 */
function selectPartialDateParser(format: string | undefined) {
  const find = format === undefined ? undefined : createPartialFormatParser(format)
  if (format === undefined || !find)
    return {
      isDay: isPartialDateCell,
      reader: (main: number, evidence: CellDateEvidence) => {
        const style = inferPartialDateStyle(main, evidence)
        return {
          read: (cell: string) => parsePartialDate(cell, style) ?? parsePartialDate(cell, 'name'),
          format: style as string,
        }
      },
    }
  const read: ParsePartialDate = (cell) => {
    const { month, day = 0 } = find(cell) ?? {}
    return toPartialDate(month, day)
  }
  return { isDay: (cell: string) => read(cell) !== undefined, reader: () => ({ read, format }) }
}

/** Returns the columns in which nearly all cells are such dates, and the mapped date column. */
function listDateLikeColumns(
  { sample, options }: CellDateEvidence,
  isDate: (cell: string) => boolean,
): number[] {
  const records = sample.filter(
    ({ cells, invalidReason }) => invalidReason === undefined && cells.some(isDate),
  )
  const width = Math.max(0, ...records.slice(0, 500).map(({ cells }) => cells.length))
  const mappedDate = /(?:^|,)\s*date=(\d+)/.exec(options.map ?? '')
  return Array.from({ length: width }, (_, at) => at).filter((at) => {
    const filled = records.flatMap(({ cells }) => cells[at] || [])
    const dates = filled.filter(isDate).length
    return (dates > 0 && dates >= filled.length * 0.8) || (dates > 0 && Number(mappedDate?.[1]) === at + 1)
  })
}

/**
 * Returns the column that defines the chronological order: the first that is filled nearly everywhere, or the
 * fullest.
 */
function selectMainDateColumn(
  columns: readonly number[],
  sample: readonly FileRecord[],
  isDay: (cell: string) => boolean,
): number | undefined {
  const rows = sample.filter(({ cells }) => cells.some(isDay))
  const filled = (at: number) => rows.filter(({ cells }) => isDay(cells[at] ?? '')).length
  const full = columns.find((at) => filled(at) >= rows.length * 0.8)
  return full ?? columns.toSorted((a, b) => filled(b) - filled(a))[0]
}

const findStatedPeriod = (preamble: readonly FileRecord[], { file = '' }: FileContext, format: string) => {
  const order = format === 'mdy' ? 'mdy' : 'dmy'
  const texts = preamble.flatMap(({ cells }) => [cells.join(' ')])
  return findStatementPeriod(texts, order) ?? findStatementPeriod([file], order)
}

function describePartialDate(
  date: PartialDate,
  { main, read, sample }: { main: number; read: ParsePartialDate; sample: readonly FileRecord[] },
): string {
  const record = sample.find(({ cells }) => read(cells[main] ?? '') === date)
  if (!record) return `the date ${date}`
  const rowText = describeRow(record, profileTable(sample, undefined, isPartialDateRow))
  return `"${record.cells[main]}"${rowText && ` (${rowText})`}`
}

const isPartialDateRow = (cells: readonly string[]): boolean => isTransactionRow(cells, isPartialDateCell)

// In countries that write the year first, the month comes before the day.
const MONTH_FIRST_CURRENCIES = new Set(['CNY', 'HUF', 'JPY', 'KRW', 'TWD'])

/**
 * Returns whether day or month comes first in a column.
 * @throws AmbiguityError if nothing shows it
 */
function inferPartialDateStyle(
  main: number,
  { sample, all, options, currency }: CellDateEvidence,
): PartialDateStyle {
  const { date_order: chosen } = options
  const cells: string[] = []
  const votes = { dmy: 0, mdy: 0 }
  let names = 0
  for (const record of all()) {
    const cell = record.cells[main] ?? ''
    if (record.invalidReason !== undefined || !isPartialDateCell(cell)) continue
    const [dayFirst, monthFirst] = [parsePartialDate(cell, 'dmy'), parsePartialDate(cell, 'mdy')]
    if (dayFirst === undefined && monthFirst === undefined) names += 1
    if (dayFirst !== undefined && monthFirst === undefined) votes.dmy += 1
    if (monthFirst !== undefined && dayFirst === undefined) votes.mdy += 1
    if (cells.at(-1) !== cell) cells.push(cell)
  }
  if (chosen === 'dmy' || chosen === 'mdy') return chosen
  if (names > 0 && names >= votes.dmy + votes.mdy) return 'name'
  const order =
    inferOrderFromVotes(votes) ??
    (cells.every((cell) => cell.includes('.')) ? 'dmy' : undefined) ??
    inferPartialOrderFromSequence(cells) ??
    (MONTH_FIRST_CURRENCIES.has(currency) ? 'mdy' : inferOrderFromCurrency(currency))
  if (order && votes.dmy * votes.mdy === 0) return order
  const profile = profileTable(sample, undefined, isPartialDateRow)
  throw createDateOrderError(['dmy', 'mdy'], main, profile, parsePartialDate)
}

/**
 * Returns the order in which the dates are sorted except for one change of year; undefined if both or neither
 * are.
 */
function inferPartialOrderFromSequence(cells: readonly string[]): 'dmy' | 'mdy' | undefined {
  if (new Set(cells).size < 4) return undefined
  const follow = (order: 'dmy' | 'mdy') => {
    const days = cells.flatMap((cell) => parsePartialDate(cell, order) ?? [])
    const steps = days.slice(1).map((day, at) => day.localeCompare(days[at] ?? day))
    return steps.filter((step) => step < 0).length <= 1 || steps.filter((step) => step > 0).length <= 1
  }
  const [dayFirst, monthFirst] = [follow('dmy'), follow('mdy')]
  if (dayFirst === monthFirst) return undefined
  return dayFirst ? 'dmy' : 'mdy'
}
