/**
 * Adds the year to dates without one: from `--year`, the period in the preamble or the file name.
 * @see docs/import.md#dates
 */

import { daysBetween, daysInMonth } from '../../money/calendar.ts'
import { AmbiguityError, createAmbiguityError } from '../ambiguity-error.ts'
import { type PartialDate, parseDateCell } from '../cells/dates.ts'
import { parseMonthName } from '../cells/month-names.ts'
import { type ReadOptions } from '../read-options.ts'

/** What the years of a file are inferred from. */
export interface YearEvidence {
  options: ReadOptions
  /** The period stated above the table, or in the file name. */
  stated: StatementPeriod | undefined
  /** Describes the row with this date, for the question. */
  describe(day: PartialDate): string
  /** The date on which the user is asked; undefined if no one is. */
  today: string | undefined
  /** The name of the file, whose year may be that of the rows or of the download. */
  file: string | undefined
}

/** Adds years to partial dates. */
export interface YearResolver {
  /** The year of the newest row. */
  newest: number
  date(day: PartialDate, line: number): string | undefined
}

/** The date of a row without its year. */
export interface DayOfLine {
  day: PartialDate
  line: number
}

/** A value date is at most this many days after the newest row; a later date belongs to the year before. */
const MAX_DAYS_AHEAD = 31

/** Days since 1 January of a leap year. */
const toDayOfYear = (day: PartialDate): number => daysBetween('2024-01-01', `2024-${day}`)

const countDaysForward = (from: PartialDate, to: PartialDate): number =>
  (toDayOfYear(to) - toDayOfYear(from) + 366) % 366

/**
 * Returns the resolver for partial dates given in file order.
 * @throws AmbiguityError if nothing shows the year
 */
export function inferYears(days: readonly DayOfLine[], evidence: YearEvidence): YearResolver {
  const range = findDayRange(days)
  const { oldest, newest } = range
  const newestYear = evidence.options.year ?? inferNewestYear(range, evidence)
  const onDay = (year: number, day: PartialDate): string | undefined =>
    day === '02-29' && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0))
      ? undefined
      : `${year}-${day}`
  if (range.placed)
    return { newest: newestYear, date: createLineResolver(range.placed, { newestYear, onDay }) }
  // In a file of nearly a year, a date a little after the newest row is more likely one of the oldest rows.
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
  /** The number of years between the oldest and the newest. */
  years: number
  /** The days in file order if they span more than a year, so that only the order of the rows tells their years. */
  placed?: readonly PlacedDay[]
}

/** Neighbouring rows may be out of order by this many days; a larger step back is a change of year. */
const MAX_DISORDER_DAYS = 31

/** A partial date and the number of year changes since the first row. */
interface PlacedDay extends DayOfLine {
  year: number
}

/**
 * Returns the oldest and the newest date.
 * @throws AmbiguityError if the rows span more than a year and are not in order
 */
function findDayRange(days: readonly DayOfLine[]): DayRange {
  const [rising, falling] = [placeDays(days, 1), placeDays(days, -1)]
  // Dates within one year are more likely, unless the way across New Year is much shorter.
  const isShorter = (one: DaySequence, other: DaySequence) =>
    one.years === other.years
      ? one.length < other.length
      : one.length * 3 <= other.length || (one.years < other.years && other.length * 3 > one.length)
  const { oldest, newest, placed, longestGap, years } = isShorter(falling, rising) ? falling : rising
  if (!oldest || !newest) throw createTooLongError()
  const range = { oldest: oldest.day, newest: newest.day, years }
  if (toPosition(newest) - toPosition(oldest) <= DAYS_IN_YEAR) return range
  if (longestGap > MAX_GAP_DAYS) throw createTooLongError()
  return { ...range, placed }
}

/** After a longer gap, or in rows without order, the year may have changed any number of times. */
const MAX_GAP_DAYS = 120

const DAYS_IN_YEAR = 366

const toPosition = ({ day, year }: PlacedDay): number => year * DAYS_IN_YEAR + toDayOfYear(day)

/** The dates of a file, read in one chronological direction. */
interface DaySequence {
  oldest: PlacedDay | undefined
  newest: PlacedDay | undefined
  length: number
  years: number
  placed: readonly PlacedDay[]
  /** The most days between two rows. */
  longestGap: number
}

function placeDays(days: readonly DayOfLine[], direction: 1 | -1): DaySequence {
  const checkpoints: PlacedDay[] = []
  let year = 0
  let longestGap = 0
  for (const { day, line } of days) {
    const previous = checkpoints.at(-1)?.day ?? day
    const ahead = direction === 1 ? countDaysForward(previous, day) : countDaysForward(day, previous)
    const isBack = ahead > DAYS_IN_YEAR - MAX_DISORDER_DAYS
    const isLater = (direction === 1) !== isBack
    if (isLater && day < previous) year += 1
    if (!isLater && day > previous) year -= 1
    if (!isBack) longestGap = Math.max(longestGap, ahead)
    checkpoints.push({ day, year, line })
  }
  const sorted = checkpoints.toSorted((one, other) => toPosition(one) - toPosition(other))
  const [oldest] = sorted
  const newest = sorted.at(-1)
  const length = oldest && newest ? toPosition(newest) - toPosition(oldest) : 0
  const years = (newest?.year ?? 0) - (oldest?.year ?? 0)
  return { oldest, newest, length, years, placed: checkpoints, longestGap }
}

interface LineYears {
  newestYear: number
  onDay(year: number, day: PartialDate): string | undefined
}

/** Returns a resolver that takes the year from the row of the line, for its other dates the nearest one. */
function createLineResolver(
  placed: readonly PlacedDay[],
  { newestYear, onDay }: LineYears,
): YearResolver['date'] {
  const last = placed.toSorted((one, other) => toPosition(other) - toPosition(one))[0]
  const offset = newestYear - (last?.year ?? 0)
  const rows = new Map(placed.map((row) => [row.line, row]))
  return (day, line) => {
    const row = rows.get(line)
    if (!row) return undefined
    const ahead = countDaysForward(row.day, day)
    const isBefore = ahead > DAYS_IN_YEAR / 2
    const turn = isBefore && day > row.day ? -1 : !isBefore && day < row.day ? 1 : 0
    return onDay(row.year + offset + turn, day)
  }
}

const createTooLongError = () =>
  createAmbiguityError(
    'The dates have no year, and the rows span more than one year or are in no order',
    'Export shorter periods, or dates with years',
  )

/** A statement is printed at most this many days after its last row. */
const MAX_DAYS_UNTIL_PRINT = 62
const SLACK_DAYS = 7

/**
 * Returns the year of the newest row from the stated period.
 * @throws AmbiguityError if no stated period fits
 */
function inferNewestYear(
  { oldest, newest, years: span }: DayRange,
  { stated: period, today, describe, file = '' }: YearEvidence,
): number {
  const findYearUpTo = (last: string): number => {
    const year = Number(last.slice(0, 4))
    return daysBetween(last, `${year}-${newest}`) <= SLACK_DAYS ? year : year - 1
  }
  if (period) {
    const year = findYearUpTo(period.last)
    const date = `${year}-${newest}`
    const first = `${year - span}-${oldest}`
    const isWithin = daysBetween(period.first, first) >= -SLACK_DAYS
    if (isWithin || daysBetween(date, period.last) <= MAX_DAYS_UNTIL_PRINT) return year
  }
  const latest = period?.last ?? today
  const latestYear = latest === undefined ? [] : [findYearUpTo(latest)]
  const namedYears = file.match(YEAR_IN_NAME)?.map(Number) ?? []
  const recentYears = latestYear.flatMap((year) => [year, year - 1, year - 2])
  const years = [...new Set([...namedYears, ...recentYears])]
  throw new AmbiguityError(
    `In which year was ${describe(newest)}, the newest row? The dates have no year`,
    '--year takes the year of the newest row, e.g. --year 2026',
    {
      answers: years.map((year) => ({
        label: span > 1 ? `In ${year}, the oldest in ${year - span}` : `In ${year}`,
        options: { year },
      })),
      hintLines: ['In another year: add --year with it'],
    },
  )
}

const YEAR_IN_NAME = /(?<!\d)(?:19[7-9]|20\d)\d(?!\d)/g

/** The first and the last day of a period, `YYYY-MM-DD`. */
export interface StatementPeriod {
  first: string
  last: string
}

// Group names are unique across the patterns; the first pattern that matches at a position wins.
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

/** Returns the period from the first to the last date or month in the texts; undefined if there is none. */
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
