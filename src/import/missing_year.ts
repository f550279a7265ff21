/** Dates without a year get theirs: from a person, the period above the table, or the file's name; else it is asked for. */ // import.md §10

import { daysBetween } from '../money/calendar.ts'
import { type Choices, question } from './choices.ts'
import type { Day } from './days.ts'
import type { Period } from './stated_period.ts'

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

/** Days of a file that lie so much apart stand in two years. */
const HALF_A_YEAR = 183
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

/** The oldest and the newest of these days. A leap over half a year is New Year, whichever way the rows run. */
function ends(days: readonly Day[]): Ends {
  const leaps = days.flatMap((day, at) => {
    const before = days[at - 1]
    const step = before === undefined ? 0 : numberInYear(day) - numberInYear(before)
    return Math.abs(step) > HALF_A_YEAR ? [{ at, isForward: step < 0 }] : []
  })
  const [leap, ...others] = leaps
  if (!leap) return endsOfParts(days, days)
  const isOneWay = others.every(({ isForward }) => isForward === leap.isForward)
  if (isOneWay && others.length > 0) throw tooLong()
  const [early, late] = isOneWay
    ? [days.slice(0, leap.at), days.slice(leap.at)]
    : [days.filter((day) => day < '07'), days.filter((day) => day >= '07')]
  return isOneWay && leap.isForward ? endsOfParts(early, late) : endsOfParts(late, early)
}

function endsOfParts(before: readonly Day[], after: readonly Day[]): Ends {
  const [first] = before
  const [last] = after
  if (first === undefined || last === undefined) throw tooLong()
  const oldest = before.reduce((one, other) => (other < one ? other : one), first)
  const newest = after.reduce((one, other) => (other > one ? other : one), last)
  if (before !== after && newest >= oldest) throw tooLong()
  return { oldest, newest }
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
