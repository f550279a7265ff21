/** Infers when something recurs from the dates on which it was paid: the day of the month, and what weekends do. */

import { addDays, addMonths, getWeekday, toMonth } from '../../money/calendar.ts'
import {
  type Frequency,
  frequencyRules,
  rankByCount,
  toDay,
} from '../../transactions/recurring/frequencies.ts'
import { listPlannedDates, shiftWeekend } from '../dates/planned-dates.ts'
import { LAST_OF_MONTH, type MonthDay, type Recurrence, WEEKDAYS } from '../dates/recurrence.ts'

type Every = NonNullable<Recurrence['every']>

/** Returns how often, as recurrences have it; twice a month is every month on two days. */
function toEvery(frequency: Frequency): Every {
  const { months, days } = frequencyRules[frequency]
  if (frequency === 'twice-monthly') return { count: 1, unit: 'month' }
  return months === undefined ? { count: days, unit: 'day' } : { count: months, unit: 'month' }
}

/** So many of the last dates say how it is now. */
const RECENT_DATES = 18
/** A date that is farther away is only wrong. */
const MOST_DAYS = 6
/** What a less common rhythm must explain better, in days. */
const WEEKEND_COST = 1
const WEEKDAY_COST = 3
/** So many of the days that were seen most may be those of twice a month. */
const MOST_DAYS_OF_MONTH = 6

/** Returns the recurrence that counts days from the weekday, and the week, on which most payments were. */
function inferDays(every: Every, dates: readonly string[]): Recurrence {
  const [first = '', phases] = [dates[0], dates.map((date) => toDay(date) % every.count)]
  const [phase = 0] = rankByCount(phases)
  const back = (((toDay(first) - phase) % every.count) + every.count) % every.count
  return toRecurrence(addDays(first, -back), every, [])
}

const toRecurrence = (first_date: string, every: Every, days: readonly MonthDay[]): Recurrence => ({
  first_date,
  every,
  days,
  weekend: 'same',
  until: null,
  times: null,
})

/** Returns the days of a month that may be meant: those that were seen, and those that a weekend moved to them. */
function listDayCandidates(frequency: Frequency, dates: readonly string[]): (readonly MonthDay[])[] {
  const seen = rankByCount(dates.map((date) => Number(date.slice(8))))
  if (frequency === 'twice-monthly') {
    const days = [...new Set([...seen.slice(0, MOST_DAYS_OF_MONTH), 1, 15, LAST_OF_MONTH])]
    return days.flatMap((day) => days.filter((other) => other > day).map((other) => [day, other]))
  }
  const near = seen.flatMap((day) => [day, day - 1, day + 1, day - 2, day + 2])
  const days = [...new Set([...near, LAST_OF_MONTH])].filter((day) => day >= 1 && day <= LAST_OF_MONTH)
  const [weekday = 0] = rankByCount(dates.map(getWeekday))
  const nths = ([1, 2, 3, 4, 'last'] as const).map((nth) => ({ nth, weekday: WEEKDAYS[weekday] ?? 'mon' }))
  return [...days, ...nths].map((day) => [day])
}

/** Returns the recurrence on days of a month, counted from a month before the first of the dates. */
function startBefore(every: Every, days: readonly MonthDay[], dates: readonly string[]): Recurrence {
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const month = toMonth(last)
  const monthly = toRecurrence(`${addMonths(month, -1)}-01`, { count: 1, unit: 'month' }, days)
  // A weekend may have moved the last payment into another month.
  const around = listPlannedDates(monthly, monthly.first_date, `${addMonths(month, 1)}-31`)
  const nearest = around.toSorted(
    (a, b) => Math.abs(toDay(a) - toDay(last)) - Math.abs(toDay(b) - toDay(last)),
  )[0]
  const start = toMonth(nearest ?? last)
  const periods = Math.ceil((toDay(last) - toDay(first)) / (28 * every.count)) + 1
  return toRecurrence(`${addMonths(start, -periods * every.count)}-01`, every, days)
}

/** Adds up by how many days the dates are beside the nearest due one. */
function countDaysBeside(due: readonly number[], dates: readonly string[]): number {
  let at = 0
  let beside = 0
  for (const date of dates) {
    const day = toDay(date)
    while (Math.abs((due[at + 1] ?? Number.POSITIVE_INFINITY) - day) <= Math.abs((due[at] ?? 0) - day)) at++
    const days = Math.abs((due[at] ?? 0) - day)
    if (days > 0) beside += Math.min(days, MOST_DAYS) + 1
  }
  return beside
}

/** Returns the recurrence on days of a month that is nearest to the dates. */
function inferMonths(frequency: Frequency, dates: readonly string[]): Recurrence {
  const every = toEvery(frequency)
  let best = startBefore(every, [LAST_OF_MONTH], dates)
  let least = Number.POSITIVE_INFINITY
  for (const days of listDayCandidates(frequency, dates)) {
    const start = startBefore(every, days, dates)
    const planned = listPlannedDates(start, start.first_date, addDays(dates.at(-1) ?? '', 40))
    for (const weekend of ['same', 'after', 'before'] as const) {
      const due = planned.map((date) => toDay(shiftWeekend({ weekend }, date)))
      const costs = (weekend === 'same' ? 0 : WEEKEND_COST) + (typeof days[0] === 'number' ? 0 : WEEKDAY_COST)
      const beside = countDaysBeside(due, dates) + costs
      if (beside >= least) continue
      least = beside
      best = { ...start, weekend }
    }
  }
  return best
}

/** Returns the recurrence of payments; it begins before them. */
export function inferRecurrence(frequency: Frequency, dates: readonly string[]): Recurrence {
  const recent = dates.slice(-RECENT_DATES)
  const every = toEvery(frequency)
  return every.unit === 'day' ? inferDays(every, recent) : inferMonths(frequency, recent)
}

/** A payment that is so many days late is still awaited. */
const DAYS_LATE = 5

/**
 * Returns the recurrence from its next planned date on: the first one after that of the last payment which is not long
 * over.
 */
export function startAtNext(recurrence: Recurrence, last: string, today: string): Recurrence {
  const around = listPlannedDates(recurrence, addDays(last, -40), addDays(today, 800))
  const distance = (date: string) => Math.abs(toDay(shiftWeekend(recurrence, date)) - toDay(last))
  const paid = around.reduce(
    (best, date) => (distance(date) < distance(best) ? date : best),
    around[0] ?? last,
  )
  const next = around.find(
    (date) => date > paid && shiftWeekend(recurrence, date) >= addDays(today, -DAYS_LATE),
  )
  return { ...recurrence, first_date: next ?? paid }
}
