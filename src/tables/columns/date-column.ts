/**
 * Infers the date column and how its dates are written.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { createAmbiguityError } from '../ambiguity-error.ts'
import { createDateFormatParser, type DateStyle, parseDateCell } from '../cells/dates.ts'
import { type ReadOptions } from '../read-options.ts'
import {
  type ColumnProfile,
  isDateColumn,
  isNumberColumn,
  scoreRole,
  type TableProfile,
} from './column-profile.ts'
import { type DateOrderEvidence, inferDayMonthOrder } from './date-order.ts'
import { isYearFirst } from './year-first.ts'

/** Parses the dates of a column. */
export interface DateParser {
  /** An order such as `dmy`, or the format the user gave. */
  format: string
  read(cell: string): string | undefined
}

/**
 * Returns the column that dates the transactions: the leftmost well-filled one that is no value date.
 * @throws AmbiguityError if no column holds dates in nearly every row
 */
export function inferDateColumn(profile: TableProfile): ColumnProfile {
  const [found] = listDateColumns(profile)
  if (found) return found
  const { columns, records } = profile
  const dated = columns.filter(({ dates }) => dates > 0).toSorted((a, b) => b.dates - a.dates)
  const amount = columns
    .filter((column) => isNumberColumn(column))
    .toSorted((a, b) => b.moneyLike - a.moneyLike || b.filled - a.filled)[0]
  throw createAmbiguityError(
    'Which column is the date? No column has a date in nearly every row',
    'Name the columns by number and give the date format, e.g. --map date=1,amount=4 --date-format DD.MM.YYYY',
    dated.flatMap((column) => {
      const name = `Column ${column.index + 1}${column.name ? ` "${column.name}"` : ''}`
      const map = amount && `date=${column.index + 1},amount=${amount.index + 1}`
      return map === undefined
        ? []
        : [{ label: `${name}, a date in ${column.dates} of ${records.length} rows`, options: { map } }]
    }),
  )
}

/**
 * Returns the columns that may date a transaction, the most likely first. If a file has the purchase date and
 * the posting date, the purchase date comes first, because customers remember it; questions also offer the
 * posting date.
 */
export function listDateColumns({ columns, records }: TableProfile): ColumnProfile[] {
  const dated = columns.filter((column) => isDateColumn(column) && column.filled >= records.length * 0.6)
  const withoutValueDates = dated.filter(
    (column) => scoreRole(column, 'value_date') === 0 && !isPeriodBound(column),
  )
  const namedDates = withoutValueDates.filter((column) => scoreRole(column, 'date') > 0)
  const [likeliest = []] = [namedDates, withoutValueDates, dated].filter((some) => some.length > 0)
  // The statement date or print date is the same in all rows. A file of one day may still have several value
  // dates.
  const better = [
    sortFullestFirst(likeliest, records.length),
    withoutValueDates,
    dated.some(({ distinct }) => distinct > MIN_VARIED_DAYS) ? dated : [],
  ]
  const varied = better.map((some) => some.filter(({ distinct }) => distinct > 1))
  return varied.find((some) => some.length > 0) ?? likeliest
}

const MIN_VARIED_DAYS = 3

/** Puts columns that date every row before columns that leave some rows without a date. */
function sortFullestFirst(columns: readonly ColumnProfile[], rows: number): ColumnProfile[] {
  const isFull = ({ filled, dates }: ColumnProfile) => filled === rows && dates === rows
  const [first] = columns
  const full = first && first.filled < rows ? columns.filter(isFull) : []
  return [...full, ...columns.filter((column) => !full.includes(column))]
}

const PERIOD_BOUND =
  /(?<!\p{L})(?:initial|final|from|until|opening|closing|start|end|statement|export|exported|print|printed|von|bis|ab|anfang|anfangs|ende|inicial|inicio|desde|hasta|cierre|início|até|iniziale|finale|inizio|fine|début|fin|clôture|van|tot|od|do|från|fra|til|till|alkaen|asti|с|по)(?!\p{L})/iu

/**
 * True if the header names the first or last day of a period or the date of the file, and no transaction
 * date.
 */
const isPeriodBound = ({ name }: ColumnProfile): boolean =>
  PERIOD_BOUND.test(name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' '))

/**
 * Returns the date parser of a column.
 * @throws AmbiguityError if the file does not show the order of day, month and year
 */
export function inferDateParser(column: ColumnProfile, evidence: DateEvidence): DateParser {
  const { options } = evidence
  if (options.date_format !== undefined) return createFormatDateParser(options.date_format)
  const style = options.date_order ?? inferDateStyle(column, evidence)
  const numeric = style === 'ymd' || style === 'dmy' || style === 'mdy'
  const isThai = THAI.test(column.name)
  const parse = (text: string) => {
    const cell = isThai ? writeBuddhistYear(text) : text
    return parseDateCell(cell, style) ?? (numeric ? parseUnambiguousDate(cell) : undefined)
  }
  return { format: style, read: memoizeLastDate(parse) }
}

const THAI = /[\u0e01-\u0e5b]/

/**
 * Returns the date with all digits of its year, if the year is a Buddhist one: 50 is 2007, and as a common year no bank
 * file has it.
 */
const writeBuddhistYear = (cell: string): string =>
  cell
    .replace(/^(\d{1,2}([-/. ])\d{1,2}\2)([5-9]\d)(?!\d)/, '$125$3')
    .replace(/^([5-9]\d)(?=([-/. ])\d{1,2}\2\d{1,2}(?!\d))/, '25$1')

/**
 * `--date-order` applies to ambiguous dates only: a month name, eight digits or a leading year leave no
 * doubt.
 */
const parseUnambiguousDate = (cell: string): string | undefined =>
  parseDateCell(cell, 'name') ??
  parseDateCell(cell, 'compact') ??
  (/^\D*\d{4}\D/.test(cell) ? parseDateCell(cell, 'ymd') : undefined)

/** Files list rows by day, so consecutive cells are often equal and are parsed only once. */
function memoizeLastDate(parse: DateParser['read']): DateParser['read'] {
  let lastParsed: { cell: string; date: string | undefined } = { cell: '', date: undefined }
  return (cell) => {
    if (cell !== lastParsed.cell) lastParsed = { cell, date: parse(cell) }
    return lastParsed.date
  }
}

/** What the date parser of a column is inferred from. */
export interface DateEvidence extends DateOrderEvidence {
  options: ReadOptions
}

function createFormatDateParser(format: string): DateParser {
  const parse = createDateFormatParser(format)
  if (parse) return { format, read: parse }
  throw createAmbiguityError(
    `"${format}" is not a date format`,
    '--date-format takes day, month and year, e.g. DD.MM.YYYY or D MMM YY',
  )
}

function inferDateStyle(column: ColumnProfile, evidence: DateEvidence): DateStyle {
  const count = (style: DateStyle) => column.dateForms.get(style) ?? 0
  const maximum = Math.max(...column.dateForms.values())
  for (const style of ['compact', 'name'] as const) if (count(style) === maximum) return style
  return isYearFirst(column, evidence) ? 'ymd' : inferDayMonthOrder(column, evidence)
}
