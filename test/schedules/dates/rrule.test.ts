/** Compares the planned dates of random recurrences with those of another program, by the rules of iCalendar. */

import { RRuleTemporal } from 'rrule-temporal'
import { expect, it } from 'vitest'
import { addDays } from '../../../src/money/calendar.ts'
import { isPlannedDate, listPlannedDates } from '../../../src/schedules/dates/planned-dates.ts'
import { type MonthDay, type Recurrence, WEEKDAYS } from '../../../src/schedules/dates/recurrence.ts'
import * as fc from '../../support/fast-check.ts'

/** So many dates of each recurrence are compared. */
const DATES = 30

/** Returns the part of a rule that names one day of a month: the last day in a shorter one. */
function toRulePart(day: MonthDay): string {
  if (typeof day !== 'number')
    return `BYDAY=${day.nth === 'last' ? -1 : day.nth}${day.weekday.slice(0, 2).toUpperCase()}`
  if (day <= 28) return `BYMONTHDAY=${day}`
  return `BYMONTHDAY=${[28, 29, 30, 31].filter((one) => one <= day).join(',')};BYSETPOS=-1`
}

/** Lists the first dates of a rule, which begins on a date. */
const listDates = (begin: string, rule: string): string[] =>
  new RRuleTemporal({ rruleString: `DTSTART;VALUE=DATE:${begin.replaceAll('-', '')}\nRRULE:${rule}` })
    .all((_, at) => at < DATES)
    .map((date) => String(date).slice(0, 10))

/** Lists the first dates of a recurrence without an end, from a day on. */
function listExpected({ every, days }: Pick<Recurrence, 'every' | 'days'>, start: string): string[] {
  if (every === null) return [start]
  if (every.unit === 'day') return listDates(start, `FREQ=DAILY;INTERVAL=${every.count}`)
  // Months count from the one of the first date, whichever day of it that is.
  const begin = `${start.slice(0, 7)}-01`
  const rule = `FREQ=MONTHLY;INTERVAL=${every.count}`
  const lists = days.map((day) => listDates(begin, `${rule};${toRulePart(day)}`))
  const dates = new Set(lists.flat())
  return [...dates]
    .filter((date) => date >= start)
    .toSorted()
    .slice(0, DATES)
}

const monthDay: fc.Arbitrary<MonthDay> = fc.oneof(
  fc.integer({ min: 1, max: 31 }),
  fc.constantFrom(1, 15, 28, 29, 30, 31),
  fc.record({
    nth: fc.constantFrom(...([1, 2, 3, 4, 'last'] as const)),
    weekday: fc.constantFrom(...WEEKDAYS),
  }),
)
const rhythm: fc.Arbitrary<Pick<Recurrence, 'every' | 'days'>> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ every: null, days: [] }) },
  {
    weight: 4,
    arbitrary: fc
      .oneof(fc.constantFrom(1, 7, 14, 28), fc.integer({ min: 1, max: 400 }))
      .map((count) => ({ every: { count, unit: 'day' as const }, days: [] })),
  },
  {
    weight: 10,
    arbitrary: fc
      .tuple(fc.constantFrom(1, 1, 2, 3, 4, 5, 6, 12, 24), fc.array(monthDay, { minLength: 1, maxLength: 3 }))
      .map(([count, days]) => ({ every: { count, unit: 'month' as const }, days })),
  },
)
const date = fc
  .integer({ min: Date.UTC(1950, 0, 1) / 86_400_000, max: Date.UTC(2100, 11, 31) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))

it('10,000 random recurrences have the dates of rrule-temporal', () => {
  let compared = 0
  const limits = fc.record({
    begin: fc.nat(DATES),
    daysBefore: fc.nat(40),
    end: fc.option(fc.nat(DATES)),
    times: fc.option(fc.integer({ min: 1, max: DATES })),
  })
  fc.assert(
    fc.property(rhythm, date, limits, ({ every, days }, start, { begin, daysBefore, end, times }) => {
      const all = listExpected({ every, days }, start)
      const [first_date = ''] = all
      const until = end === null ? null : (all[end] ?? null)
      const recurrence = { first_date, every, days, weekend: 'same', until, times } as const
      const planned = all.slice(0, times ?? DATES).filter((one) => until === null || one <= until)
      // A day that is not planned, too.
      const from = addDays(all[begin] ?? first_date, -daysBefore)
      const to = all.at(-1) ?? first_date
      expect(listPlannedDates(recurrence, from, to)).toEqual(planned.filter((one) => one >= from))
      expect(planned.every((one) => isPlannedDate(recurrence, one))).toBe(true)
      compared += planned.length
    }),
    { numRuns: 10_000 },
  )
  // A comparison of nothing would find nothing.
  expect(compared).toBeGreaterThan(50_000)
})
