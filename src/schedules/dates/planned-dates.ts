/** Lists the planned dates of a recurrence, and moves them off weekends. */

import {
  addDays,
  addMonths,
  daysBetween,
  daysInMonth,
  getWeekday,
  LAST_DAY,
  monthsBetween,
  toDateInMonth,
  toMonth,
} from '../../money/calendar.ts'
import { type MonthDay, type Recurrence, WEEKDAYS } from './recurrence.ts'

const SATURDAY = 5
const SUNDAY = 6

/** Returns the date of an nth weekday of the month. */
function findNthWeekday(month: string, { nth, weekday }: Exclude<MonthDay, number>): string {
  const first = 1 + ((WEEKDAYS.indexOf(weekday) - getWeekday(`${month}-01`) + 7) % 7)
  const weeks = nth === 'last' ? Math.floor((daysInMonth(month) - first) / 7) : nth - 1
  return toDateInMonth(month, first + 7 * weeks)
}

/** Returns the dates of days of the month, in their order: one where two fall on the same date. */
function listDatesInMonth(month: string, days: readonly MonthDay[]): string[] {
  const dates = days.map((day) =>
    typeof day === 'number' ? toDateInMonth(month, day) : findNthWeekday(month, day),
  )
  return dates.length > 1 ? [...new Set(dates)].toSorted() : dates
}

/** Yields the dates counted in days from the first one, from the first that is at or after a date. */
function* iterateDays({ first_date, times }: Recurrence, count: number, from: string): Generator<string> {
  const skipped = Math.max(0, Math.ceil(daysBetween(first_date, from) / count))
  let date = addDays(first_date, skipped * count)
  for (let at = skipped; at < (times ?? Number.POSITIVE_INFINITY); at++) {
    yield date
    date = addDays(date, count)
  }
}

/** Yields the days of every so many months, from the first that is at or after a date. */
function* iterateMonths(recurrence: Recurrence, count: number, from: string): Generator<string> {
  const { first_date, days, times } = recurrence
  const firstMonth = toMonth(first_date)
  // How many dates were before is known only by counting them: shorter months make one date of two days.
  const skipped =
    times === null ? Math.max(0, Math.floor(monthsBetween(firstMonth, toMonth(from)) / count)) : 0
  let left = times ?? Number.POSITIVE_INFINITY
  const lastMonth = toMonth(LAST_DAY)
  for (
    let month = addMonths(firstMonth, skipped * count);
    month <= lastMonth;
    month = addMonths(month, count)
  ) {
    for (const date of listDatesInMonth(month, days)) {
      if (date < first_date) continue
      if (left-- <= 0) return
      if (date >= from) yield date
    }
  }
}

/** Yields planned dates in their order, from the first that is at or after a date to 2199-12-31 at most. */
export function* iteratePlannedDates(recurrence: Recurrence, from: string): Generator<string> {
  const { first_date, every, until } = recurrence
  const last = until ?? LAST_DAY
  const dates =
    every === null
      ? [first_date].filter((date) => date >= from)
      : every.unit === 'day'
        ? iterateDays(recurrence, every.count, from)
        : iterateMonths(recurrence, every.count, from)
  for (const date of dates) {
    if (date > last) return
    yield date
  }
}

/** Returns the planned dates of a time, first and last day included, in their order. */
export function listPlannedDates(recurrence: Recurrence, from: string, to: string): string[] {
  const listed: string[] = []
  for (const date of iteratePlannedDates(recurrence, from)) {
    if (date > to) break
    listed.push(date)
  }
  return listed
}

/** True if a date is planned. */
export const isPlannedDate = (recurrence: Recurrence, date: string): boolean =>
  listPlannedDates(recurrence, date, date).length === 1

/** Returns the due date of a planned date: another one only where a weekend moves it. */
export function shiftWeekend({ weekend }: Pick<Recurrence, 'weekend'>, date: string): string {
  if (weekend === 'same') return date
  const weekday = getWeekday(date)
  if (weekday < SATURDAY) return date
  return addDays(date, weekend === 'before' ? SATURDAY - 1 - weekday : SUNDAY + 1 - weekday)
}

/** The lengths of months and years are all met in so many years, and weekdays repeat after 28. */
const YEARS_OF_DAYS = 5
const YEARS_OF_WEEKDAYS = 28

/** Returns the fewest days between two planned dates that follow each other; Infinity for a single date. */
export function findShortestGap(recurrence: Recurrence): number {
  const { first_date, every, days } = recurrence
  if (every === null) return Number.POSITIVE_INFINITY
  const hasWeekdays = days.some((day) => typeof day !== 'number')
  const years = Math.max(hasWeekdays ? YEARS_OF_WEEKDAYS : YEARS_OF_DAYS, every.count / 4)
  const span = every.unit === 'day' ? every.count : Math.ceil(years * 366)
  const dates = listPlannedDates(recurrence, first_date, addDays(first_date, span))
  return Math.min(...dates.slice(1).map((date, at) => daysBetween(dates[at] ?? date, date)))
}

/**
 * Returns the day at whose end a card has what its payment in full pays: the last statement day until the planned date,
 * the last day of a shorter month; without one the day of the payment.
 */
export function findOwedDay(
  statementDay: number | null,
  { planned, day }: { planned: string; day: string },
): string {
  if (statementDay === null) return day
  const [ended = day] = [toMonth(planned), addMonths(toMonth(planned), -1)]
    .map((month) => toDateInMonth(month, statementDay))
    .filter((date) => date <= planned && date <= day)
  return ended
}
