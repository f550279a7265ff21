/** Tests how recurrences are typed, described, and read from YNAB's frequencies. */

import { describe, expect, it } from 'vitest'
import {
  fromYnabFrequency,
  isYnabFrequency,
  type YnabFrequency,
} from '../../../src/migrate/ynab/json/frequencies.ts'
import { describeRecurrence } from '../../../src/schedules/dates/describe-recurrence.ts'
import { parseRecurrence, type TypedRecurrence } from '../../../src/schedules/dates/parse-recurrence.ts'
import { listPlannedDates } from '../../../src/schedules/dates/planned-dates.ts'
import { LAST_OF_MONTH, type MonthDay, type Recurrence } from '../../../src/schedules/dates/recurrence.ts'

/** A Monday. */
const today = '2026-11-23'
const parse = (typed: TypedRecurrence) => parseRecurrence(typed, today)
const day = (count: number) => ({ count, unit: 'day' }) as const
const month = (count: number) => ({ count, unit: 'month' }) as const

describe('what is typed', () => {
  it.each<[string, string]>([
    ['1thu', '2026-12-03'],
    ['2thu', '2026-12-10'],
    ['2thursday', '2026-12-10'],
    ['3thursday', '2026-12-17'],
    ['2nd-thu', '2026-12-10'],
    ['2ndthu', '2026-12-10'],
    ['2-thu', '2026-12-10'],
    ['2 thu', '2026-12-10'],
    ['4th-thu', '2026-11-26'],
    ['4ththursday', '2026-11-26'],
    ['lastthu', '2026-11-26'],
    ['last-thursday', '2026-11-26'],
    ['1st sunday', '2026-12-06'],
    ['1sun', '2026-12-06'],
    ['3rd-wed', '2026-12-16'],
  ])('--on %s is a weekday of a month', (on, first) => {
    expect(parse({ every: 'month', on }).first_date).toBe(first)
  })

  it.each(['2th', '4th', 'thu', '0thu', '2 th'])('--on %s is no weekday of a month', (on) => {
    expect(() => parse({ every: 'month', on })).toThrow('is not a day of a month')
  })

  it.each<[TypedRecurrence, string, Recurrence['every'], readonly MonthDay[], string]>([
    [{}, '2026-11-23', null, [], 'once'],
    [{ on: '2027-02-01' }, '2027-02-01', null, [], 'once'],
    [{ every: 'day' }, '2026-11-23', day(1), [], 'day'],
    [{ every: '10 days', from: '2026-12-01' }, '2026-12-01', day(10), [], '10 days'],
    [{ every: 'week', on: 'fri' }, '2026-11-27', day(7), [], 'week'],
    [{ every: '2w', from: '2026-11-20' }, '2026-11-20', day(14), [], '2 weeks'],
    [{ every: '14d' }, '2026-11-23', day(14), [], '2 weeks'],
    [{ every: 'month' }, '2026-11-23', month(1), [23], 'month'],
    [{ every: 'Month', on: '1' }, '2026-12-01', month(1), [1], 'month'],
    [{ every: 'month', on: '23' }, '2026-11-23', month(1), [23], 'month'],
    [{ every: 'month', on: '30' }, '2026-11-30', month(1), [30], 'month on 30'],
    [
      { every: 'month', on: 'last', from: '2027-02-03' },
      '2027-02-28',
      month(1),
      [LAST_OF_MONTH],
      'month on last',
    ],
    [{ every: 'month', from: '2027-02-28' }, '2027-02-28', month(1), [28], 'month'],
    [{ every: '2 months', on: '20' }, '2026-12-20', month(2), [20], '2 months'],
    [{ every: 'quarter' }, '2026-11-23', month(3), [23], 'quarter'],
    [{ every: '2q' }, '2026-11-23', month(6), [23], '6 months'],
    [{ every: '6m' }, '2026-11-23', month(6), [23], '6 months'],
    [{ every: 'year', on: '2027-02-01' }, '2027-02-01', month(12), [1], 'year'],
    [{ every: '2y' }, '2026-11-23', month(24), [23], '2 years'],
    [{ every: 'month', on: '15,1' }, '2026-12-01', month(1), [1, 15], 'twice a month on 1 and 15'],
    [
      { every: 'twice-a-month', on: '15,last' },
      '2026-11-30',
      month(1),
      [15, LAST_OF_MONTH],
      'twice a month on 15 and last',
    ],
    [{ every: 'twice a month' }, '2026-11-23', month(1), [8, 23], 'twice a month on 8 and 23'],
    [
      { every: 'month', on: '2tue' },
      '2026-12-08',
      month(1),
      [{ nth: 2, weekday: 'tue' }],
      'month on 2nd tuesday',
    ],
    [
      { every: 'month', on: 'last-fri' },
      '2026-11-27',
      month(1),
      [{ nth: 'last', weekday: 'fri' }],
      'month on last friday',
    ],
    [
      { every: '2m', on: '1,10,3rd wed' },
      '2026-12-01',
      month(2),
      [1, 10, { nth: 3, weekday: 'wed' }],
      '2 months on 1, 10 and 3rd wednesday',
    ],
  ])('%j', (typed, first_date, every, days, words) => {
    const recurrence = parse(typed)
    expect(recurrence).toEqual({ first_date, every, days, weekend: 'same', until: null, times: null })
    expect(describeRecurrence(recurrence)).toBe(words)
    expect(listPlannedDates(recurrence, '1900-01-01', first_date)).toEqual([first_date])
  })

  it('has ends and a side of weekends', () =>
    expect(parse({ every: 'month', on: '1', weekend: 'after', until: '2027-06-30', times: 3 })).toMatchObject(
      {
        weekend: 'after',
        until: '2027-06-30',
        times: 3,
      },
    ))

  it.each<[TypedRecurrence, string, string]>([
    [{ every: 'fortnight' }, '"fortnight" does not say how often', 'twice-a-month or once with --every'],
    [{ every: '0d' }, '"0d" does not say how often', 'twice-a-month or once with --every'],
    [{ every: 'month', on: '5fri' }, 'Not every month has a fifth fri', 'Say last: --on last-fri'],
    [{ every: 'month', on: '32' }, '"32" is not a day of a month', 'a day from 1 to 31, last'],
    [{ every: 'month', on: '1,' }, '"" is not a day of a month', 'a day from 1 to 31, last'],
    [{ every: 'month', on: '2027-02-30' }, '"2027-02-30" is not a day of a month', 'a date with --on'],
    [{ every: '3d', on: 'mon' }, '"mon" is not a day of these', 'mon to sun with --every week'],
    [{ every: 'week', on: '28' }, '"28" is not a day of these', 'mon to sun with --every week'],
    [{ every: 'twice-a-month', on: '1' }, '"1" is not two days of a month', 'Use 1,15 or 15,last'],
    [{ on: '28' }, '"28" is not a date', 'say how often with --every'],
    [
      { on: '2027-02-01', from: '2027-02-02' },
      '--on 2027-02-01 and --from 2027-02-02 are two first dates',
      'Leave out',
    ],
    [
      { every: 'month', until: '2026-11-01' },
      'No date is left from 2026-11-23 until 2026-11-01',
      'a later day',
    ],
  ])('%j is refused', (typed, message, hint) =>
    expect(() => parse(typed)).toThrow(
      expect.objectContaining({ message, hint: expect.stringContaining(hint) }),
    ),
  )
})

describe("YNAB's frequencies", () => {
  it.each<[YnabFrequency, string, string[]]>([
    ['never', '2027-01-31', []],
    ['daily', '2027-01-31', ['2027-02-01', '2027-02-02']],
    ['weekly', '2027-01-31', ['2027-02-07', '2027-02-14']],
    ['everyOtherWeek', '2027-01-31', ['2027-02-14', '2027-02-28']],
    ['twiceAMonth', '2027-01-15', ['2027-01-30', '2027-02-15', '2027-02-28', '2027-03-15']],
    ['twiceAMonth', '2027-01-31', ['2027-02-16', '2027-02-28', '2027-03-16']],
    ['twiceAMonth', '2027-01-01', ['2027-01-16', '2027-02-01']],
    ['twiceAMonth', '2027-01-16', ['2027-02-01', '2027-02-16']],
    ['every4Weeks', '2027-01-31', ['2027-02-28', '2027-03-28']],
    ['monthly', '2027-01-31', ['2027-02-28', '2027-03-31']],
    ['everyOtherMonth', '2026-12-31', ['2027-02-28', '2027-04-30']],
    ['every3Months', '2026-11-30', ['2027-02-28', '2027-05-30']],
    ['every4Months', '2026-10-31', ['2027-02-28', '2027-06-30']],
    ['twiceAYear', '2026-08-31', ['2027-02-28', '2027-08-31']],
    ['yearly', '2024-02-29', ['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
    ['everyOtherYear', '2024-02-29', ['2026-02-28', '2028-02-29']],
  ])('%s from %s', (frequency, first_date, next) => {
    const recurrence = fromYnabFrequency(frequency, first_date)
    const dates = listPlannedDates(recurrence, '1900-01-01', '2199-12-31').slice(0, next.length + 1)
    expect(dates).toEqual([first_date, ...next])
  })

  it('are told from other words', () =>
    expect(['monthly', 'fortnightly', 'toString'].map(isYnabFrequency)).toEqual([true, false, false]))
})
