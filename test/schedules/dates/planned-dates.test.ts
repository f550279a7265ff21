/** Tests the planned dates of recurrences, and how weekends move them. */

import { describe, expect, it } from 'vitest'
import {
  findShortestGap,
  isPlannedDate,
  iteratePlannedDates,
  listPlannedDates,
  shiftWeekend,
} from '../../../src/schedules/dates/planned-dates.ts'
import type { Recurrence } from '../../../src/schedules/dates/recurrence.ts'

const recur = (first_date: string, changes: Partial<Recurrence> = {}): Recurrence => ({
  first_date,
  every: { count: 1, unit: 'month' },
  days: [Number(first_date.slice(8))],
  weekend: 'same',
  until: null,
  times: null,
  ...changes,
})
const days = (count: number) => ({ every: { count, unit: 'day' }, days: [] }) as const
const months = (count: number) => ({ every: { count, unit: 'month' } }) as const
const once = { every: null, days: [] } as const

describe('planned dates', () => {
  it.each([
    ['once', recur('2027-02-01', once), ['2027-02-01']],
    [
      'every 2 weeks',
      recur('2026-11-20', { ...days(14), until: '2027-01-14' }),
      ['2026-11-20', '2026-12-04', '2026-12-18', '2027-01-01'],
    ],
    ['on the last day', recur('2026-12-31'), ['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']],
    ['on the 30th', recur('2026-12-30'), ['2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30']],
    ['on the 28th', recur('2027-02-28'), ['2027-02-28', '2027-03-28']],
    ['every 2 months', recur('2026-12-31', months(2)), ['2026-12-31', '2027-02-28']],
    [
      'on two days',
      recur('2027-01-15', { days: [15, 30] }),
      ['2027-01-15', '2027-01-30', '2027-02-15', '2027-02-28', '2027-03-15', '2027-03-30'],
    ],
    [
      'on the 16th and the last day',
      recur('2027-01-31', { days: [16, 31] }),
      ['2027-01-31', '2027-02-16', '2027-02-28', '2027-03-16', '2027-03-31'],
    ],
    [
      'that are one in a short month',
      recur('2027-02-28', { days: [30, 31], times: 3 }),
      ['2027-02-28', '2027-03-30', '2027-03-31'],
    ],
    [
      'on the second Tuesday and the last Friday',
      recur('2027-01-12', {
        days: [
          { nth: 2, weekday: 'tue' },
          { nth: 'last', weekday: 'fri' },
        ],
        until: '2027-02-28',
      }),
      ['2027-01-12', '2027-01-29', '2027-02-09', '2027-02-26'],
    ],
    ['until a day', recur('2027-01-01', { until: '2027-02-01' }), ['2027-01-01', '2027-02-01']],
    [
      'three times',
      recur('2027-01-01', { ...days(1), times: 3 }),
      ['2027-01-01', '2027-01-02', '2027-01-03'],
    ],
    [
      'every year on a leap day',
      recur('2024-02-29', months(12)),
      ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28'],
    ],
  ])('%s', (_, recurrence, dates) =>
    expect(listPlannedDates(recurrence, '2024-01-01', '2027-03-31').slice(0, 6)).toEqual(dates),
  )

  it('begin at a day without those before, which still count for the times', () => {
    expect(listPlannedDates(recur('2026-01-15', { times: 13 }), '2026-12-16', '2028-01-01')).toEqual([
      '2027-01-15',
    ])
    expect(
      listPlannedDates(recur('2026-01-01', { ...days(7), times: 3 }), '2026-01-09', '2028-01-01'),
    ).toEqual(['2026-01-15'])
    expect(listPlannedDates(recur('2026-01-31', months(5)), '2026-02-01', '2026-12-31')).toEqual([
      '2026-06-30',
      '2026-11-30',
    ])
  })

  it('end with the last valid date, and none is before the first', () => {
    expect([...iteratePlannedDates(recur('2026-01-31'), '2199-11-15')]).toEqual(['2199-11-30', '2199-12-31'])
    expect([...iteratePlannedDates(recur('2026-01-31', days(40_000)), '1900-01-01')]).toEqual([
      '2026-01-31',
      '2135-08-08',
    ])
  })

  it('are told from other dates', () => {
    expect(isPlannedDate(recur('2026-01-31'), '2027-02-28')).toBe(true)
    expect(isPlannedDate(recur('2026-01-31'), '2027-02-27')).toBe(false)
    expect(isPlannedDate(recur('2026-01-31', once), '2026-01-31')).toBe(true)
  })
})

describe('a weekend', () => {
  // 2027-01-30 is a Saturday.
  const dates = ['2027-01-29', '2027-01-30', '2027-01-31', '2027-02-01']
  it.each([
    ['same', dates],
    ['before', ['2027-01-29', '2027-01-29', '2027-01-29', '2027-02-01']],
    ['after', ['2027-01-29', '2027-02-01', '2027-02-01', '2027-02-01']],
  ] as const)('%s', (weekend, shifted) =>
    expect(dates.map((date) => shiftWeekend({ weekend }, date))).toEqual(shifted),
  )
})

describe('the shortest gap', () => {
  it.each([
    ['once', recur('2027-01-01', once), Number.POSITIVE_INFINITY],
    ['every day', recur('2027-01-01', days(1)), 1],
    ['every 2 weeks', recur('2027-01-01', days(14)), 14],
    ['every 2 weeks, but only one', recur('2027-01-01', { ...days(14), times: 1 }), Number.POSITIVE_INFINITY],
    ['every month', recur('2027-03-31'), 28],
    ['every quarter', recur('2027-01-01', months(3)), 90],
    ['every year', recur('2027-03-01', months(12)), 365],
    ['every 48 months', recur('2027-03-01', months(48)), 1461],
    ['on the 1st and the 15th', recur('2027-03-01', { days: [1, 15] }), 14],
    ['on the 15th and the last day', recur('2027-03-15', { days: [15, 31] }), 13],
    ['on the second Tuesday', recur('2027-01-12', { days: [{ nth: 2, weekday: 'tue' }] }), 28],
  ])('%s', (_, recurrence, gap) => expect(findShortestGap(recurrence)).toBe(gap))
})
