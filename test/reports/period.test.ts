/** Tests which days a report covers, what it is compared with, and what that is called. */

import { describe, expect, it } from 'vitest'
import { abbreviateComparison, abbreviatePeriod, describePeriod } from '../../src/reports/describe-period.ts'
import { resolvePeriod, shiftPeriod } from '../../src/reports/period.ts'

const today = '2026-11-22'
const source = { readDateRange: async () => ({ first: '2024-03-05', last: '2027-01-01' }) }
const resolve = (since: string | undefined, until: string | undefined, isExact = false) =>
  resolvePeriod({ today, period: { since, until, isExact } }, source, 'this-month')

describe('the days of a report', () => {
  it('end today when the period is not over', async () =>
    expect(await resolve('2026-01-01', '2026-12-31')).toEqual({
      since: '2026-01-01',
      until: '2026-11-22',
      end: '2026-12-31',
    }))
  it('are those of a period that is over, or has not begun', async () => {
    expect(await resolve('2025-01-01', '2025-12-31')).toMatchObject({ until: '2025-12-31' })
    expect(await resolve('2026-12-01', '2026-12-31')).toMatchObject({ until: '2026-12-31' })
  })
  it('end where --until says, even in the future', async () =>
    expect(await resolve('2026-11-01', '2026-11-30', true)).toMatchObject({ until: '2026-11-30' }))
  it('begin with the first transaction when only the end is typed', async () =>
    expect(await resolve(undefined, '2026-10-31', true)).toMatchObject({ since: '2024-03-05' }))
  it.each([
    ['this-month', '2026-11-01'],
    ['last-12-months', '2025-12-01'],
    ['everything', '2024-03-05'],
  ] as const)('are %s without a period: from %s', async (standard, since) =>
    expect(await resolvePeriod({ today, period: undefined }, source, standard)).toMatchObject({
      since,
      until: today,
    }),
  )
})

describe('what a period is compared with', () => {
  it.each([
    // A part is never compared with a whole.
    ['2026-11-01', '2026-11-22', '2026-11-30', 'previous', '2026-10-01', '2026-10-22'],
    ['2026-01-01', '2026-11-22', '2026-12-31', 'previous', '2025-01-01', '2025-11-22'],
    ['2026-01-01', '2026-11-22', '2026-12-31', 'last-year', '2025-01-01', '2025-11-22'],
    ['2026-10-01', '2026-11-22', '2026-12-31', 'previous', '2026-07-01', '2026-08-22'],
    // A whole month is compared with a whole one, however long it is.
    ['2026-10-01', '2026-10-31', '2026-10-31', 'previous', '2026-09-01', '2026-09-30'],
    ['2026-02-01', '2026-02-28', '2026-02-28', 'previous', '2026-01-01', '2026-01-31'],
    ['2025-02-01', '2025-02-28', '2025-02-28', 'last-year', '2024-02-01', '2024-02-29'],
    ['2026-03-01', '2026-03-30', '2026-03-31', 'previous', '2026-02-01', '2026-02-28'],
    // Other periods have the same number of days.
    ['2026-10-24', '2026-11-22', '2026-11-22', 'previous', '2026-09-24', '2026-10-23'],
    ['2026-10-24', '2026-11-22', '2026-11-22', 'last-year', '2025-10-24', '2025-11-22'],
  ] as const)('%s to %s (of %s), %s: %s to %s', (since, until, end, compare, first, last) =>
    expect(shiftPeriod({ since, until, end }, compare)).toEqual({ since: first, until: last }),
  )
})

describe('a period is called', () => {
  it.each([
    ['2026-01-01', '2026-12-31', '2026'],
    ['2026-01-01', '2026-11-22', '2026, to 22 November'],
    ['2026-01-01', '2026-03-31', 'January to March 2026'],
    ['2026-11-01', '2026-11-30', 'November 2026'],
    ['2026-11-01', '2026-11-22', '1 to 22 November 2026'],
    ['2026-01-01', '2026-01-22', '1 to 22 January 2026'],
    ['2026-11-22', '2026-11-22', '22 November 2026'],
    ['2025-12-01', '2026-11-22', 'December 2025 to 22 November 2026'],
    ['2025-12-01', '2026-11-30', 'December 2025 to November 2026'],
    ['2026-03-03', '2026-04-02', '3 March to 2 April 2026'],
  ])('%s to %s: %s', (since, until, name) => expect(describePeriod({ since, until })).toBe(name))
  it('by a short name in headings, if it has one', () => {
    expect(abbreviatePeriod({ since: '2026-01-01', until: '2026-11-22' })).toBe('2026')
    expect(abbreviatePeriod({ since: '2026-11-01', until: '2026-11-22' })).toBe('Nov 2026')
    expect(abbreviatePeriod({ since: '2025-12-01', until: '2026-11-22' })).toBeUndefined()
  })
  it.each([
    ['2026-10-01', '2026-10-22', '1–22 Oct'],
    ['2026-10-13', '2026-10-13', '13 Oct'],
    ['2026-10-01', '2026-10-31', 'Oct 2026'],
    // The year tells it from November 2026.
    ['2025-11-01', '2025-11-22', 'Nov 2025'],
  ])('by its days in the heading of a comparison: %s to %s, %s', (since, until, name) =>
    expect(abbreviateComparison({ since, until }, { since: '2026-11-01', until: '2026-11-22' })).toBe(name),
  )
})
