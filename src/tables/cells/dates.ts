/**
 * Parses dates and dates without a year in the notations banks use.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#dates
 */

import { daysInMonth } from '../../money/calendar.ts'
import { type DateOrder } from '../read-options.ts'
import { MINGUO_YEARS_BEHIND, toCommonDay, yearsBeforeEra } from './calendars.ts'
import { parseMonthName } from './month-names.ts'

/**
 * How a date is written: an order of three numbers, `name` for a month name, or `compact` for eight digits
 * with the year first.
 */
export type DateStyle = DateOrder | 'name' | 'compact'
const dateOrders = ['ymd', 'dmy', 'mdy'] as const
/**
 * The styles of dates that are not three numbers; `ymd` covers the CJK characters for year, month and day.
 */
const otherStyles = ['ymd', 'name', 'compact'] as const
/** Those of them without letters. */
const digitOnlyStyles = ['compact'] as const

/** What may follow a date: a time, or the effective date of a broker's booking. */
const TIME_SUFFIX = '(?:(?:[T ,]+|[.]\\s+|\\s*[-–]\\s*)\\d{1,2}[:.h]\\d{2}.*| as of .*)?$'
const NUMERIC_DATE = new RegExp(`^(\\d{1,4})([-/. ]|\\. )(\\d{1,2})(?:\\2)(\\d{1,4})\\.?${TIME_SUFFIX}`)
// With a four-digit year, any separator may be used.
const ANY_SEPARATOR_DATE = new RegExp(
  `^(?=\\d{4}|.*\\d{4}(?!\\d))(\\d{1,4})([^\\s\\d\\p{L}]\\s?)(\\d{1,2})\\2(\\d{1,4})${TIME_SUFFIX}`,
  'u',
)
const CJK_DATE = new RegExp(
  `^(?:民國|民国)?(\\d{3,4})[年년]\\s?(\\d{1,2})[月월]\\s?(\\d{1,2})[日일]${TIME_SUFFIX}`,
)
// Years of the Republic of China, which began in 1912.
const MINGUO_DATE = new RegExp(`^(0[89]\\d|1\\d\\d)/(\\d{2})/(\\d{2})${TIME_SUFFIX}`)
const ERA_DATE = new RegExp(
  `^(昭和|平成|令和|[SHR])\\s?(\\d{1,2}|元)\\s?[年./]\\s?(\\d{1,2})\\s?[月./]\\s?(\\d{1,2})日?${TIME_SUFFIX}`,
)
const COMPACT_DATE = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:\d{4}|\d{6})?(?:[T ]?\d{2}:?\d{2}.*)?$/
const DAY_NAME_YEAR = new RegExp(
  `^(\\d{1,2})[-/. ]{0,2}(\\p{L}{3,12})\\.?[-/., ]{0,2}'?(\\d{1,4})${TIME_SUFFIX}`,
  'u',
)
const NAME_DAY_YEAR = new RegExp(
  `^(\\p{L}{3,12})\\.?[-/ ](\\d{1,2})(?:st|nd|rd|th)?[-/, ]{1,2}(\\d{4}|\\d{2})${TIME_SUFFIX}`,
  'u',
)
const YEAR_NAME_DAY = new RegExp(`^(\\d{4})[-/ ](\\p{L}{3,12})[-/ ](\\d{1,2})${TIME_SUFFIX}`, 'u')
const WEEKDAY = /^\p{L}{2,9}[.,]{1,2}\s*(?=\d)/u

const toFullYear = (year: string): number => {
  if (year.length > 2) return Number(year)
  // Statements reach back a few decades and never into the future.
  return Number(year) >= 70 ? 1900 + Number(year) : 2000 + Number(year)
}

function toIsoDate(year: string, month: number | undefined, day: string): string | undefined {
  if (month === undefined || month < 1 || month > 12) return undefined
  const common = toCommonDay({ year: toFullYear(year), month, day: Number(day) })
  if (!common || common.day < 1 || common.year < 1000) return undefined
  const head = `${common.year}-${String(common.month).padStart(2, '0')}`
  return common.day <= daysInMonth(head) ? `${head}-${String(common.day).padStart(2, '0')}` : undefined
}

/** Returns the cell without a leading weekday. */
const stripWeekday = (cell: string): string => (WEEKDAY.test(cell) ? cell.replace(WEEKDAY, '') : cell)

/**
 * Returns the date of a cell as `YYYY-MM-DD` in a given style; undefined if the cell is no calendar date in
 * it.
 */
export function parseDateCell(cell: string, style: DateStyle): string | undefined {
  if (cell.length < 6 || cell.length > 40) return undefined
  const text = stripWeekday(cell)
  if (style === 'name') return parseNamedMonthDate(text)
  if (style === 'compact') {
    const [, year = '', month = '', day = ''] = COMPACT_DATE.exec(text) ?? []
    return toIsoDate(year || '0', Number(month), day)
  }
  const minguo = MINGUO_DATE.exec(text)
  if (minguo) return style === 'ymd' ? toNamedYearDate(minguo) : undefined
  const numbers = matchNumericDate(text)
  if (numbers) return toNumericDate(numbers, style)
  if (style !== 'ymd') return undefined
  const cjk = CJK_DATE.exec(text)
  return cjk ? toNamedYearDate(cjk) : parseEraDate(text)
}

/** Returns the date of a Japanese era, e.g. `R8.9.19` or `令和元年5月1日`. */
function parseEraDate(text: string): string | undefined {
  const [, era = '', year = '', month = '', day = ''] = ERA_DATE.exec(text) ?? []
  const before = yearsBeforeEra[era]
  return before === undefined
    ? undefined
    : toIsoDate(String(before + (year === '元' ? 1 : Number(year))), Number(month), day)
}

/** Returns a date with the year first; a year of three digits is one of the Republic of China. */
function toNamedYearDate([, year = '', month = '', day = '']: RegExpExecArray): string | undefined {
  const fullYear = year.length === 3 ? String(Number(year) + MINGUO_YEARS_BEHIND) : year
  return toIsoDate(fullYear, Number(month), day)
}

const matchNumericDate = (text: string): RegExpExecArray | null =>
  NUMERIC_DATE.exec(text) ?? ANY_SEPARATOR_DATE.exec(text)

function toNumericDate(
  [, first = '', , second = '', third = '']: RegExpExecArray,
  style: DateOrder,
): string | undefined {
  if (style === 'ymd')
    return third.length <= 2 && (first.length === 4 || isShortYear(first, third))
      ? toIsoDate(first, Number(second), third)
      : undefined
  if (first.length > 2 || third.length === 3 || third.length === 1) return undefined
  return style === 'dmy' ? toIsoDate(third, Number(second), first) : toIsoDate(third, Number(first), second)
}

// Bank sort codes look like dates in the years 40 to 89.
const isShortYear = (first: string, third: string): boolean =>
  /^(?:[0-3]|9)\d$/.test(first) && third.length === 2

function parseNamedMonthDate(text: string): string | undefined {
  const dayFirst = DAY_NAME_YEAR.exec(text)
  if (dayFirst) return toIsoDate(dayFirst[3] ?? '', parseMonthName(dayFirst[2] ?? ''), dayFirst[1] ?? '')
  const nameFirst = NAME_DAY_YEAR.exec(text)
  if (nameFirst) return toIsoDate(nameFirst[3] ?? '', parseMonthName(nameFirst[1] ?? ''), nameFirst[2] ?? '')
  const yearFirst = YEAR_NAME_DAY.exec(text)
  return yearFirst
    ? toIsoDate(yearFirst[1] ?? '', parseMonthName(yearFirst[2] ?? ''), yearFirst[3] ?? '')
    : undefined
}

/** Returns the styles in which a cell is a calendar date; empty for a cell that is no date. */
export function detectDateStyles(cell: string): DateStyle[] {
  // Most cells are no dates, so this test runs before any style is tried.
  if (cell.length < 6 || cell.length > 40 || !/\d\D+\d|\d{8}/.test(cell)) return []
  if (MINGUO_DATE.test(cell)) return parseDateCell(cell, 'ymd') === undefined ? [] : ['ymd']
  const numbers = matchNumericDate(stripWeekday(cell))
  if (numbers) return dateOrders.filter((style) => toNumericDate(numbers, style) !== undefined)
  const styles = /^[-+\d.,]+$/.test(cell) ? digitOnlyStyles : otherStyles
  return styles.filter((style) => parseDateCell(cell, style) !== undefined)
}

/** True if the whole cell is a date in some style. */
export const isDateCell = (cell: string): boolean => detectDateStyles(cell).length > 0

/** True if the dates run in one direction only. */
export const isChronological = (dates: readonly string[]): boolean =>
  dates.every((date, at) => date >= (dates[at - 1] ?? date)) ||
  dates.every((date, at) => date <= (dates[at - 1] ?? date))

/** Fewer dates are sorted by chance. */
const MIN_SORTED_DATES = 4

/** Returns the only order of day and month in which the dates of a file are sorted; undefined if both or neither are. */
export function inferOrderFromSequence(
  cells: readonly string[],
  parse: (cell: string, order: 'dmy' | 'mdy') => string | undefined = parseDateCell,
): 'dmy' | 'mdy' | undefined {
  if (new Set(cells).size < MIN_SORTED_DATES) return undefined
  const [isDayFirst, isMonthFirst] = (['dmy', 'mdy'] as const).map((order) =>
    isChronological(cells.flatMap((cell) => parse(cell, order) ?? [])),
  )
  if (isDayFirst === isMonthFirst) return undefined
  return isDayFirst ? 'dmy' : 'mdy'
}

const FORMAT_TOKENS: Readonly<Record<string, string>> = {
  YYYY: '(?<y>\\d{4})',
  YY: '(?<y>\\d{2})',
  MMMM: '(?<n>\\p{L}+)',
  MMM: '(?<n>\\p{L}+)\\.?',
  MM: '(?<m>\\d{2})',
  M: '(?<m>\\d{1,2})',
  DD: '(?<d>\\d{2})',
  D: '(?<d>\\d{1,2})',
}

/** The parts of a date that a format finds; `year` is empty if the format has none. */
interface DateParts {
  year: string
  month: number | undefined
  day: string
}

/** Compiles a format such as `DD.MM.YYYY` or `D MMM`; undefined if it lacks day or month. */
function compileDateFormat(
  format: string,
): { hasYear: boolean; find(cell: string): DateParts | undefined } | undefined {
  const tokens = format.toUpperCase().match(/YYYY|YY|MMMM|MMM|MM|M|DD|D|[^YMD]+/g) ?? []
  const kinds = tokens.flatMap((token) => (FORMAT_TOKENS[token] ? [token.charAt(0)] : [])).toSorted()
  if (kinds.join('') !== 'DMY' && kinds.join('') !== 'DM') return undefined
  const source = tokens
    .map((token) => FORMAT_TOKENS[token] ?? token.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'))
    .join('')
  const pattern = new RegExp(`^${source}(?:[T ,].*)?$`, 'iu')
  const find = (cell: string) => {
    const groups = pattern.exec(cell)?.groups
    if (!groups) return undefined
    const { y = '', m, n, d = '0' } = groups
    return { year: y, month: n === undefined ? Number(m) : parseMonthName(n), day: d }
  }
  return { hasYear: kinds.length === 3, find }
}

/**
 * Returns a parser for a format such as `DD.MM.YYYY` or `D MMM YY`; undefined if it lacks day, month or year.
 */
export function createDateFormatParser(format: string): ((cell: string) => string | undefined) | undefined {
  const parts = compileDateFormat(format)
  if (!parts?.hasYear) return undefined
  return (cell) => {
    const found = parts.find(cell)
    return found && toIsoDate(found.year, found.month, found.day)
  }
}

/** Returns a parser for a format without a year, such as `DD.MM.`; undefined for any other format. */
export function createPartialFormatParser(
  format: string,
): ((cell: string) => { month: number | undefined; day: number } | undefined) | undefined {
  const parts = compileDateFormat(format)
  if (!parts || parts.hasYear) return undefined
  return (cell) => {
    const found = parts.find(cell)
    return found && { month: found.month, day: Number(found.day) }
  }
}

/**
 * `MM-DD`, a date without a year such as `17.11.`, `11/17` or `Nov 17`; sorts chronologically within a year.
 */
export type PartialDate = `${string}-${string}`

/** Which part comes first; `name` means a month name. */
export type PartialDateStyle = 'dmy' | 'mdy' | 'name'

// Two numbers with a point between them would be an amount.
const NUMERIC_DAY = new RegExp(`^(\\d{1,2})(?:[/-]|\\. ?(?=\\d{1,2}\\.))(\\d{1,2})\\.?${TIME_SUFFIX}`)
const CJK_DAY = new RegExp(`^(\\d{1,2})[月월]\\s?(\\d{1,2})[日일]${TIME_SUFFIX}`)
const DAY_NAME = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[-/. ]{0,2}(\\p{L}{3,12})\\.?${TIME_SUFFIX}`, 'u')
const NAME_DAY = new RegExp(`^(\\p{L}{3,12})\\.?[-/ ]?(\\d{1,2})(?:st|nd|rd|th)?\\.?${TIME_SUFFIX}`, 'u')

/** Returns the partial date, accepting 29 February; undefined if there is no such day. */
export function toPartialDate(month: number | undefined, day: number): PartialDate | undefined {
  if (month === undefined || month < 1 || month > 12 || day < 1) return undefined
  const name = String(month).padStart(2, '0')
  return day <= daysInMonth(`2024-${name}`) ? `${name}-${String(day).padStart(2, '0')}` : undefined
}

/** Returns the partial date of a cell in a given style; undefined if it is none. */
export function parsePartialDate(cell: string, style: PartialDateStyle): PartialDate | undefined {
  if (cell.length < 3 || cell.length > 30 || !/\d/.test(cell)) return undefined
  const text = stripWeekday(cell)
  if (style === 'name') {
    const [, day, name] = DAY_NAME.exec(text) ?? []
    const [, first, second] = NAME_DAY.exec(text) ?? []
    return toPartialDate(parseMonthName(name ?? first ?? ''), Number(day ?? second))
  }
  const cjk = CJK_DAY.exec(text)
  if (cjk) return style === 'mdy' ? toPartialDate(Number(cjk[1]), Number(cjk[2])) : undefined
  const [, first, second] = (NUMERIC_DAY.exec(text) ?? []).map(Number)
  if (first === undefined || second === undefined) return undefined
  return style === 'dmy' ? toPartialDate(second, first) : toPartialDate(first, second)
}

/** True if the whole cell is a partial date in some style. */
export const isPartialDateCell = (cell: string): boolean =>
  (['dmy', 'mdy', 'name'] as const).some((style) => parsePartialDate(cell, style) !== undefined)
