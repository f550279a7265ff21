/** Draws whole months of the past for the months of a forecast. @see docs/schedules.md#habits */

import { addMonths, daysInMonth, monthsBetween, toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'

/** So many whole months at most are drawn from. */
const MOST_MONTHS = 24

/** How often the time ahead is drawn. */
export const DRAWS = 1000

/** A season of fewer months does not tell how much they differ. */
const FEWEST_OF_SEASON = 3

/** Days of a month in sums by day: its last day is the 31st whatever its length. */
const DAYS = 32

/** What an account or a category had by each day of each past month: place of the month × 32 + day. Minor units. */
export type DailySums = Float64Array

/** Returns where the sums of a day are. */
function locateDay(date: string): number {
  const day = Number(date.slice(8))
  return day === daysInMonth(toMonth(date)) ? DAYS - 1 : day
}

/** Returns the whole months before today's, at most the last 24. */
export function listWholeMonths(range: { first: string; last: string } | undefined, today: string): string[] {
  if (!range) return []
  const begun = toMonth(range.first)
  const first = range.first.endsWith('-01') ? begun : addMonths(begun, 1)
  const next = range.last < `${toMonth(range.last)}-${daysInMonth(toMonth(range.last))}` ? 0 : 1
  const end = [addMonths(toMonth(range.last), next), toMonth(today)].toSorted()[0] ?? ''
  const count = Math.max(0, monthsBetween(first, end))
  return Array.from({ length: count }, (_, at) => addMonths(first, at)).slice(-MOST_MONTHS)
}

/** Returns what there was by each day of past months. */
export function sumDays(
  flows: readonly { date: string; amount: MinorUnits }[],
  months: readonly string[],
): DailySums {
  const sums = new Float64Array(months.length * DAYS)
  for (const { date, amount } of flows) {
    const at = monthsBetween(months[0] ?? '', toMonth(date)) * DAYS + locateDay(date)
    // Draws are estimates: they need no more digits than a number has.
    sums[at] = (sums[at] ?? 0) + Number(amount)
  }
  for (let at = 1; at < sums.length; at++)
    if (at % DAYS !== 0) sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0)
  return sums
}

/** The months that were drawn for the time ahead. */
export interface HabitDraws {
  /** Returns a function from a day ahead to what each draw adds up to from tomorrow until its end. */
  follow(sums: DailySums): (date: string) => Float64Array
  /** Moves the draws of a day away from their mean, by as much as few months of the past understate the spread. */
  widen(draws: Float64Array, date: string): Float64Array
}

/** Draws past months for the months from today's on. The same months always give the same draws. */
export function drawHabits(
  past: readonly string[],
  { today, until }: { today: string; until: string },
): HabitDraws {
  const month = toMonth(today)
  const choices = Array.from({ length: monthsBetween(month, toMonth(until)) + 1 }, (_, at) =>
    listSeason(past, addMonths(month, at)),
  )
  const draw = createDraw()
  // One draw is one whole month: what is spent together stays together.
  const picks = choices.map((season) =>
    Uint8Array.from({ length: DRAWS }, () => season[Math.floor(draw() * season.length)] ?? 0),
  )
  const rest = 1 - Number(today.slice(8)) / daysInMonth(month)
  const factors = computeFactors(choices, { months: past.length, rest })
  const locate = (date: string): number => monthsBetween(month, toMonth(date))
  return {
    follow(sums) {
      const begin = locateDay(today)
      const read = (at: number, day: number): Float64Array => {
        const total = new Float64Array(DRAWS)
        picks[at]?.forEach((one, draw) => {
          const before = at === 0 ? (sums[one * DAYS + begin] ?? 0) : 0
          total[draw] = (sums[one * DAYS + day] ?? 0) - before
        })
        return total
      }
      const before: Float64Array[] = [new Float64Array(DRAWS)]
      return (date) => {
        if (date <= today) return new Float64Array(DRAWS)
        const at = locate(date)
        for (let next = before.length; next <= at; next++)
          before.push(addDraws(before[next - 1], read(next - 1, DAYS - 1)))
        return addDraws(before[at], read(at, locateDay(date)))
      }
    },
    widen(draws, date) {
      const factor = factors[locate(date)] ?? 1
      const mean = draws.reduce((sum, one) => sum + one, 0) / DRAWS
      return draws.map((one) => mean + factor * (one - mean))
    },
  }
}

/** Adds draws up one by one. */
export const addDraws = (a: Float64Array | undefined, b: Float64Array): Float64Array =>
  b.map((one, at) => one + (a?.[at] ?? 0))

/** Returns the places of the past months that are at most one month of the year away; of all if they are too few. */
function listSeason(past: readonly string[], month: string): number[] {
  const all = past.map((_, at) => at)
  const season = all.filter((at) => [0, 1, 11].includes(Math.abs(monthsBetween(past[at] ?? '', month)) % 12))
  return season.length < FEWEST_OF_SEASON ? all : season
}

/**
 * Returns by how much the spread of draws is too small up to each month. It lacks two things: the past months differ
 * from their own mean less than from the true one, and the mean of a few months is itself off, the same way each time.
 */
function computeFactors(
  choices: readonly (readonly number[])[],
  { months, rest }: { months: number; rest: number },
): number[] {
  const uses = new Float64Array(months)
  let drawn = 0
  let length = 0
  return choices.map((season, at) => {
    const weight = at === 0 ? rest : 1
    for (const one of season) uses[one] = (uses[one] ?? 0) + weight / season.length
    drawn += (weight * (season.length - 1)) / season.length
    length += weight
    const known = uses.reduce((sum, use) => sum + use * use, 0)
    return drawn > 0 ? Math.sqrt((length + known) / drawn) : 1
  })
}

const SEED = 20_261_123

/** Returns a function that draws from 0 to 1, always the same numbers: mulberry32. */
function createDraw(): () => number {
  let state = SEED
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
