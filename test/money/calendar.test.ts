/** Tests dates, months and timestamps. */

import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  countWeekdays,
  daysBetween,
  daysInMonth,
  getWeekday,
  isDate,
  isMonth,
  monthsBetween,
} from '../../src/money/calendar.ts'

describe('a date', () => {
  test.each(['2024-02-29', '1900-01-01', '2199-12-31'])('is %s', (text) => expect(isDate(text)).toBe(true))

  test.each([
    '2025-02-29',
    '1900-02-29',
    '2025-13-01',
    '2025-1-05',
    '1899-12-31',
    '2200-01-01',
    '2025-01-05T00:00:00Z',
    '',
  ])('is not %j', (text) => expect(isDate(text)).toBe(false))

  test('moves over the end of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
    expect(daysBetween('2026-11-20', '2026-12-01')).toBe(11)
  })

  test('has a weekday counted from Monday', () => {
    expect(getWeekday('2026-11-20')).toBe(4) // a Friday
    expect(getWeekday('2025-03-03')).toBe(0)
  })
})

describe('a month', () => {
  test('runs from 01 to 12', () => {
    expect(['2026-01', '2026-12', '2026-13', '2026-00', '2026-1'].map(isMonth)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('moves over the end of the year', () => {
    expect(addMonths('2026-11', 2)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
    expect(monthsBetween('2025-12', '2026-02')).toBe(2)
  })

  test('has its days and weekdays', () => {
    expect([daysInMonth('2024-02'), daysInMonth('2025-02'), daysInMonth('2025-03')]).toEqual([29, 28, 31])
    expect([countWeekdays('2025-03', 0), countWeekdays('2025-03', 2)]).toEqual([5, 4]) // Mondays, Wednesdays
  })
})
