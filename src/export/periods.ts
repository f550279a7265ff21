/** Finds the planned dates that a periodic transaction of hledger stands for. @see docs/export.md#hledger */

import { addDays } from '../money/calendar.ts'
import { WEEKDAY_NAMES } from '../schedules/dates/describe-recurrence.ts'
import { listPlannedDates } from '../schedules/dates/planned-dates.ts'
import type { PlannedDate } from './planned.ts'

/** The first of some planned dates, and when hledger repeats it. */
export interface PlannedPeriod {
  period: string
  planned: PlannedDate
}

const formatOrdinal = (number: number): string => {
  const suffix = ['th', 'st', 'nd', 'rd'][Math.floor(number / 10) === 1 ? 0 : number % 10] ?? 'th'
  return `${number}${suffix}`
}

/** Returns the rhythm as hledger takes it; undefined where it takes none like it. */
function findRhythm({ every, days }: PlannedDate['open']['schedule']): string | undefined {
  const [day, another] = days
  if (every?.unit === 'day') return `every ${every.count} days`
  if (every?.count !== 1 || day === undefined || another !== undefined) return undefined
  if (typeof day === 'number') return `every ${formatOrdinal(day)} day of month`
  return day.nth === 'last'
    ? undefined
    : `every ${formatOrdinal(day.nth)} ${WEEKDAY_NAMES[day.weekday]} of month`
}

/**
 * Returns the dates of one schedule, the regular ones at the end as one period. What is due already comes tomorrow:
 * hledger begins its forecast behind the last transaction.
 */
export function findPeriods(dates: readonly PlannedDate[], tomorrow: string): PlannedPeriod[] {
  const toSingle = (planned: PlannedDate): PlannedPeriod => ({
    period: planned.date < tomorrow ? tomorrow : planned.date,
    planned,
  })
  const [first, last] = [dates[0], dates.at(-1)]
  const rhythm = first && findRhythm(first.open.schedule)
  if (!first || !last || rhythm === undefined) return dates.map(toSingle)
  const { schedule, date: begin } = first.open
  const [day] = schedule.days
  const expected = listPlannedDates(schedule, begin, last.open.date)
  let start = dates.length
  for (; start > 0; start--) {
    const one = dates[start - 1]
    const isRegular =
      one?.date === expected[expected.length - 1 - (dates.length - start)] && one?.amount === last.amount
    if (!isRegular || one.date < tomorrow) break
  }
  // From another day of the month than its own, hledger 1.25 takes a wrong one.
  const isOwnDay = ({ date }: PlannedDate) => typeof day !== 'number' || Number(date.slice(8)) === day
  const regular = dates.slice(start).find(isOwnDay)
  if (!regular || regular === last) return dates.map(toSingle)
  const period = `${rhythm} from ${regular.date} to ${addDays(last.date, 1)}`
  return [...dates.slice(0, dates.indexOf(regular)).map(toSingle), { period, planned: regular }]
}
