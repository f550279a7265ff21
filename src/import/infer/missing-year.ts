/** Dates without a year get theirs: from a person, the period above the table, or the file's name; else it is asked for. */ // import.md §10

import { daysBetween } from '../../money/calendar.ts'
import { type Choices, question } from '../model/read-options.ts'
import type { Day } from '../text/partial-dates.ts'
import type { Period } from './statement-period.ts'

/** What is known about the years of a file. */
export interface YearEvidence {
  choices: Choices
  /** Above the table, or else in the file's name. */
  stated: Period | undefined
  /** What a row with this day says, for the question. */
  describe(day: Day): string
  /** The day on which somebody is asked; undefined where nobody is. */
  today: string | undefined
}

/** Reads a day as a date. */
export interface Years {
  /** The year of the newest row. */
  newest: number
  date(day: Day): string | undefined
}

/** Value dates lie so much after the newest row at most; anything later is of the year before. */
const AHEAD = 31

/** In a year with a 29 February. */
const numberInYear = (day: Day): number => daysBetween('2024-01-01', `2024-${day}`)

const forward = (from: Day, to: Day): number => (numberInYear(to) - numberInYear(from) + 366) % 366

/** The years of these days, which stand in the file's order. Throws the question where nothing tells. */
export function yearsOfDays(days: readonly Day[], evidence: YearEvidence): Years {
  const { oldest, newest } = ends(days)
  const newestYear = evidence.choices.year ?? statedYear({ oldest, newest }, evidence)
  const onDay = (year: number, day: Day): string | undefined =>
    day === '02-29' && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0))
      ? undefined
      : `${year}-${day}`
  // Of a file of nearly a year, what seems to lie ahead is rather its beginning.
  const ahead = Math.min(AHEAD, Math.floor((366 - forward(oldest, newest)) / 2) - 1)
  const date = (day: Day) => {
    if (forward(newest, day) <= ahead) return onDay(day < newest ? newestYear + 1 : newestYear, day)
    return onDay(day > newest ? newestYear - 1 : newestYear, day)
  }
  return { newest: newestYear, date }
}

interface Ends {
  oldest: Day
  newest: Day
}

/** Rows of neighbouring days may stand in any order; a step back over more days is one through the year. */
const DISORDER = 31

/** A day and how many New Years lie between it and the first row. */
interface Placed {
  day: Day
  year: number
}

/** The oldest and the newest of these days. Throws the question about more than a year of them. */
function ends(days: readonly Day[]): Ends {
  const [rising, falling] = [placed(days, 1), placed(days, -1)]
  // Rows that stay within a year are likelier, unless the way over New Year is by far the shorter one.
  const isShorter = (one: Course, other: Course) =>
    one.years === other.years
      ? one.length < other.length
      : one.length * 3 <= other.length || (one.years < other.years && other.length * 3 > one.length)
  const { oldest, newest } = isShorter(falling, rising) ? falling : rising
  if (!oldest || !newest || position(newest) - position(oldest) > DAYS) throw tooLong()
  return { oldest: oldest.day, newest: newest.day }
}

const DAYS = 366

const position = ({ day, year }: Placed): number => year * DAYS + numberInYear(day)

/** The days of a file in one direction of time. */
interface Course {
  oldest: Placed | undefined
  newest: Placed | undefined
  length: number
  years: number
}

function placed(days: readonly Day[], direction: 1 | -1): Course {
  const places: Placed[] = []
  let year = 0
  for (const day of days) {
    const before = places.at(-1)?.day ?? day
    const ahead = direction === 1 ? forward(before, day) : forward(day, before)
    const isBack = ahead > DAYS - DISORDER
    const isLater = (direction === 1) !== isBack
    if (isLater && day < before) year += 1
    if (!isLater && day > before) year -= 1
    places.push({ day, year })
  }
  const sorted = places.toSorted((one, other) => position(one) - position(other))
  const [oldest] = sorted
  const newest = sorted.at(-1)
  const length = oldest && newest ? position(newest) - position(oldest) : 0
  return { oldest, newest, length, years: (newest?.year ?? 0) - (oldest?.year ?? 0) }
}

const tooLong = () =>
  question(
    'The dates have no year, and the rows run over more than one',
    'Export shorter periods at the bank, or with the years',
  )

/** A statement is printed so many days after its last row at most. */
const PRINTED_LATER = 62
const SLACK = 7

/** The year of the newest row, by the period that the file states. Throws the question where it states none that fits. */
function statedYear({ oldest, newest }: Ends, { stated, today, describe }: YearEvidence): number {
  const upTo = (last: string): number => {
    const year = Number(last.slice(0, 4))
    return daysBetween(last, `${year}-${newest}`) <= SLACK ? year : year - 1
  }
  if (stated) {
    const year = upTo(stated.last)
    const date = `${year}-${newest}`
    const first = `${newest < oldest ? year - 1 : year}-${oldest}`
    const isWithin = daysBetween(stated.first, first) >= -SLACK
    if (isWithin || daysBetween(date, stated.last) <= PRINTED_LATER) return year
  }
  const latest = stated?.last ?? today
  const likely = latest === undefined ? [] : [upTo(latest)]
  const years = likely.flatMap((year) => [year, year - 1, year - 2])
  throw question(
    `In which year was ${describe(newest)}, the newest row? The dates have no year`,
    '--year takes the year of the newest row, as in --year 2026',
    years.map((year) => ({ label: `In ${year}`, choices: { year } })),
  )
}
