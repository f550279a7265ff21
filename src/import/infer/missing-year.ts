/**
 * Dates without a year get theirs: from a person, the period above the table, or the file's name; else it is asked for.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { daysBetween, daysInMonth } from '../../money/calendar.ts'
import { createAmbiguityError, type ReadOptions } from '../model/read-options.ts'
import { type PartialDate, parseDateCell, parseMonthName } from '../text/dates.ts'

/** What is known about the years of a file. */
export interface YearEvidence {
  options: ReadOptions
  /** Above the table, or else in the file's name. */
  stated: StatementPeriod | undefined
  /** What a row with this day says, for the question. */
  describe(day: PartialDate): string
  /** The day on which somebody is asked; undefined where nobody is. */
  today: string | undefined
}

/** Reads a day as a date. */
export interface YearResolver {
  /** The year of the newest row. */
  newest: number
  date(day: PartialDate): string | undefined
}

/** Value dates lie so much after the newest row at most; anything later is of the year before. */
const MAX_DAYS_AHEAD = 31

/** In a year with a 29 February. */
const toDayOfYear = (day: PartialDate): number => daysBetween('2024-01-01', `2024-${day}`)

const countDaysForward = (from: PartialDate, to: PartialDate): number =>
  (toDayOfYear(to) - toDayOfYear(from) + 366) % 366

/** The years of these days, which stand in the file's order. Throws the question where nothing tells. */
export function inferYears(days: readonly PartialDate[], evidence: YearEvidence): YearResolver {
  const { oldest, newest } = findDayRange(days)
  const newestYear = evidence.options.year ?? inferNewestYear({ oldest, newest }, evidence)
  const onDay = (year: number, day: PartialDate): string | undefined =>
    day === '02-29' && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0))
      ? undefined
      : `${year}-${day}`
  // Of a file of nearly a year, what seems to lie ahead is rather its beginning.
  const ahead = Math.min(MAX_DAYS_AHEAD, Math.floor((366 - countDaysForward(oldest, newest)) / 2) - 1)
  const date = (day: PartialDate) => {
    if (countDaysForward(newest, day) <= ahead) return onDay(day < newest ? newestYear + 1 : newestYear, day)
    return onDay(day > newest ? newestYear - 1 : newestYear, day)
  }
  return { newest: newestYear, date }
}

interface DayRange {
  oldest: PartialDate
  newest: PartialDate
}

/** Rows of neighbouring days may stand in any order; a step back over more days is one through the year. */
const MAX_DISORDER_DAYS = 31

/** A day and how many New Years lie between it and the first row. */
interface PlacedDay {
  day: PartialDate
  year: number
}

/** The oldest and the newest of these days. Throws the question about more than a year of them. */
function findDayRange(days: readonly PartialDate[]): DayRange {
  const [rising, falling] = [placeDays(days, 1), placeDays(days, -1)]
  // Rows that stay within a year are likelier, unless the way over New Year is by far the shorter one.
  const isShorter = (one: DaySequence, other: DaySequence) =>
    one.years === other.years
      ? one.length < other.length
      : one.length * 3 <= other.length || (one.years < other.years && other.length * 3 > one.length)
  const { oldest, newest } = isShorter(falling, rising) ? falling : rising
  if (!oldest || !newest || toPosition(newest) - toPosition(oldest) > DAYS_IN_YEAR) throw createTooLongError()
  return { oldest: oldest.day, newest: newest.day }
}

const DAYS_IN_YEAR = 366

const toPosition = ({ day, year }: PlacedDay): number => year * DAYS_IN_YEAR + toDayOfYear(day)

/** The days of a file in one direction of time. */
interface DaySequence {
  oldest: PlacedDay | undefined
  newest: PlacedDay | undefined
  length: number
  years: number
}

function placeDays(days: readonly PartialDate[], direction: 1 | -1): DaySequence {
  const places: PlacedDay[] = []
  let year = 0
  for (const day of days) {
    const before = places.at(-1)?.day ?? day
    const ahead = direction === 1 ? countDaysForward(before, day) : countDaysForward(day, before)
    const isBack = ahead > DAYS_IN_YEAR - MAX_DISORDER_DAYS
    const isLater = (direction === 1) !== isBack
    if (isLater && day < before) year += 1
    if (!isLater && day > before) year -= 1
    places.push({ day, year })
  }
  const sorted = places.toSorted((one, other) => toPosition(one) - toPosition(other))
  const [oldest] = sorted
  const newest = sorted.at(-1)
  const length = oldest && newest ? toPosition(newest) - toPosition(oldest) : 0
  return { oldest, newest, length, years: (newest?.year ?? 0) - (oldest?.year ?? 0) }
}

const createTooLongError = () =>
  createAmbiguityError(
    'The dates have no year, and the rows run over more than one',
    'Export shorter periods at the bank, or with the years',
  )

/** A statement is printed so many days after its last row at most. */
const MAX_DAYS_UNTIL_PRINT = 62
const SLACK_DAYS = 7

/** The year of the newest row, by the period that the file states. Throws the question where it states none that fits. */
function inferNewestYear({ oldest, newest }: DayRange, { stated, today, describe }: YearEvidence): number {
  const upTo = (last: string): number => {
    const year = Number(last.slice(0, 4))
    return daysBetween(last, `${year}-${newest}`) <= SLACK_DAYS ? year : year - 1
  }
  if (stated) {
    const year = upTo(stated.last)
    const date = `${year}-${newest}`
    const first = `${newest < oldest ? year - 1 : year}-${oldest}`
    const isWithin = daysBetween(stated.first, first) >= -SLACK_DAYS
    if (isWithin || daysBetween(date, stated.last) <= MAX_DAYS_UNTIL_PRINT) return year
  }
  const latest = stated?.last ?? today
  const likely = latest === undefined ? [] : [upTo(latest)]
  const years = likely.flatMap((year) => [year, year - 1, year - 2])
  throw createAmbiguityError(
    `In which year was ${describe(newest)}, the newest row? The dates have no year`,
    '--year takes the year of the newest row, as in --year 2026',
    years.map((year) => ({ label: `In ${year}`, options: { year } })),
  )
}

// MERGED /**  * The days that the lines above a table, or a file's name, speak of: they tell the year of dates that have none.  * @see docs/import.md#10-rules-found-with-unseen-files  */
/** The first and the last day. */
export interface StatementPeriod {
  first: string
  last: string
}

// Named groups stand in one pattern each: the first that fits a place of the text is taken.
const DATE_PATTERNS = [
  /(?<![\d.,])(?<y1>(?:19|20)\d\d)[-./_年년: ]{1,2}(?<m1>\d{1,2})[-./_月월: ]{1,2}(?<d1>\d{1,2})(?![\d,])/u,
  /(?<![\d.,])(?<c>20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)/u,
  /(?<![\d,])(?<n>\d{1,2}[-./]\d{1,2}[-./](?:20\d\d|\d\d))(?![\d,])/u,
  /(?<w>\d{1,2}[-. ]{1,2}\p{L}{3,12}[-., ]{1,2}20\d\d|\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? 20\d\d)(?!\d)/u,
  /(?<![\d.,])(?<y2>(?:19|20)\d\d)[-_/年년]\s?(?<m2>1[0-2]|0?[1-9])(?!\d)/u,
  /(?<![\d.,])(?<m3>1[0-2]|0?[1-9])[-_/](?<y3>20\d\d)(?!\d)/u,
  /(?<m4>\p{L}{3,12})\.?[-_ ]?(?<y4>20\d\d)(?!\s?[\d年년/-])/u,
] as const
const DATES = new RegExp(DATE_PATTERNS.map(({ source }) => source).join('|'), 'giu')

const toMonthPeriod = (year: string, month: number | undefined): StatementPeriod[] => {
  if (month === undefined || month < 1 || month > 12) return []
  const name = `${year}-${String(month).padStart(2, '0')}`
  return [{ first: `${name}-01`, last: `${name}-${daysInMonth(name)}` }]
}

const toDayPeriod = (date: string | undefined): StatementPeriod[] =>
  date === undefined ? [] : [{ first: date, last: date }]

/** The period a text speaks of: from the first of its dates and months to the last; undefined where it names none. */
export function findStatementPeriod(
  texts: readonly string[],
  order: 'dmy' | 'mdy',
): StatementPeriod | undefined {
  const found = texts.flatMap((text) =>
    [...text.normalize('NFKC').matchAll(DATES)].flatMap(({ groups = {} }) => toPeriods(groups, order)),
  )
  const [one] = found
  if (!one) return undefined
  return {
    first: found.reduce((first, other) => (other.first < first ? other.first : first), one.first),
    last: found.reduce((last, other) => (other.last > last ? other.last : last), one.last),
  }
}

function toPeriods(
  groups: Readonly<Record<string, string | undefined>>,
  order: 'dmy' | 'mdy',
): StatementPeriod[] {
  const { y1, m1, d1, c, n, w, y2, m2, y3, m3, y4, m4 } = groups
  if (y1 !== undefined) return toDayPeriod(parseDateCell(`${y1}-${m1}-${d1}`, 'ymd'))
  if (c !== undefined) return toDayPeriod(parseDateCell(c, 'compact'))
  if (n !== undefined)
    return toDayPeriod(parseDateCell(n, order) ?? parseDateCell(n, order === 'dmy' ? 'mdy' : 'dmy'))
  if (w !== undefined) return toDayPeriod(parseDateCell(w, 'name'))
  if (y2 !== undefined) return toMonthPeriod(y2, Number(m2))
  if (y3 !== undefined) return toMonthPeriod(y3, Number(m3))
  return y4 === undefined ? [] : toMonthPeriod(y4, parseMonthName(m4 ?? ''))
}
