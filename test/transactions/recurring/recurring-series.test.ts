/** Tests what counts as recurring, and what does not. */

import { describe, expect, it } from 'vitest'
import { addDays } from '../../../src/money/calendar.ts'
import { countDuePayments, type Payment } from '../../../src/transactions/recurring/frequencies.ts'
import { findRecurringSeries } from '../../../src/transactions/recurring/recurring-series.ts'

const today = '2026-11-20'
const pay = (...dates: string[]): Payment[] => dates.map((date) => ({ date, amount: 1000n }))
const withAmounts = (payments: readonly Payment[], ...amounts: number[]): Payment[] =>
  payments.map(({ date }, at) => ({ date, amount: BigInt(amounts[at % amounts.length] ?? 0) }))
const every = (days: number, count: number, last = today): Payment[] =>
  Array.from({ length: count }, (_, at) => ({ date: addDays(last, -days * (count - 1 - at)), amount: 1000n }))
const find = (payments: readonly Payment[]) =>
  findRecurringSeries(payments, today).map(({ frequency, amount, changed, next_date, status }) => ({
    frequency,
    amount,
    changed,
    next_date,
    status,
  }))
const monthly = pay('2026-06-15', '2026-07-15', '2026-08-15', '2026-09-15', '2026-10-15', '2026-11-15')

describe('payments recur', () => {
  it.each([
    ['weekly', every(7, 6), '2026-11-27'],
    ['every-2-weeks', every(14, 5), '2026-12-04'],
    [
      'twice-monthly',
      pay('2026-09-15', '2026-09-30', '2026-10-15', '2026-10-30', '2026-11-15'),
      '2026-11-30',
    ],
    ['every-4-weeks', every(28, 6), '2026-12-18'],
    ['every-4-weeks', every(28, 3), '2026-12-18'],
    [
      'every-4-weeks',
      every(28, 14).map((one, at) => (at === 5 ? { ...one, date: addDays(one.date, 1) } : one)),
      '2026-12-18',
    ],
    ['monthly', monthly, '2026-12-15'],
    ['every-2-months', pay('2026-05-31', '2026-07-31', '2026-09-30'), '2026-11-30'],
    ['quarterly', pay('2026-03-31', '2026-06-30', '2026-09-30'), '2026-12-30'],
    ['twice-yearly', pay('2025-09-10', '2026-03-09', '2026-09-10'), '2027-03-10'],
    ['yearly', pay('2024-12-02', '2025-12-01'), '2026-12-02'],
  ])('%s', (frequency, payments, next_date) =>
    expect(find(payments)).toEqual([
      { frequency, amount: 1000n, changed: undefined, next_date, status: 'due' },
    ]),
  )

  it('every month, although February is as long as four weeks', () => {
    for (const dates of [
      ['2026-08-31', '2026-09-30', '2026-10-30'],
      ['2026-02-02', '2026-03-02', '2026-04-01', '2026-05-01'],
      ['2026-02-15', '2026-03-15', '2026-04-13'],
      ['2025-12-31', '2026-01-30', '2026-02-27', '2026-03-31'],
    ])
      expect(find(pay(...dates))).toMatchObject([{ frequency: 'monthly' }])
  })

  it('although weekends and the lengths of months move them', () =>
    expect(find(pay('2026-07-31', '2026-08-31', '2026-09-30', '2026-11-02'))).toEqual([
      { frequency: 'monthly', amount: 1000n, changed: undefined, next_date: '2026-11-30', status: 'due' },
    ]))

  it('although one is missing', () =>
    expect(find(monthly.filter(({ date }) => date !== '2026-09-15'))).toMatchObject([
      { frequency: 'monthly', next_date: '2026-12-15' },
    ]))

  it('although one was paid twice, on one day or two', () => {
    expect(find([...monthly.slice(0, 3), ...pay('2026-08-15'), ...monthly.slice(3)])).toMatchObject([
      { frequency: 'monthly', amount: 1000n, changed: undefined },
    ])
    expect(find([...monthly.slice(0, 3), ...pay('2026-08-17'), ...monthly.slice(3)])).toMatchObject([
      { frequency: 'monthly', next_date: '2026-12-15' },
    ])
  })

  it('as bills that differ each time, with their usual amount', () =>
    expect(find(withAmounts(monthly, 6800, 7000, 7200, 7100, 6900, 7600))).toMatchObject([
      { frequency: 'monthly', amount: 7050n, changed: undefined },
    ]))

  it('at a shop where other things are bought too, if they have a price of their own', () => {
    const others = pay('2026-07-02', '2026-08-29', '2026-09-03', '2026-09-04', '2026-11-01').map(
      ({ date }, at) => ({ date, amount: BigInt(2300 + at * 911) }),
    )
    const all = [...monthly, ...others].toSorted((a, b) => (a.date < b.date ? -1 : 1))
    expect(find(all)).toMatchObject([{ frequency: 'monthly', amount: 1000n }])
  })
})

describe('several prices', () => {
  /** Pays an amount on a day of so many months from January on. */
  const payMonthly = (day: string, amount: number, months: number, first = 1): Payment[] =>
    Array.from({ length: months }, (_, at) => ({
      date: `2026-${String(first + at).padStart(2, '0')}-${day}`,
      amount: BigInt(amount),
    }))
  const findAll = (...lists: Payment[][]) => find(lists.flat().toSorted((a, b) => (a.date < b.date ? -1 : 1)))

  it('of one merchant are several series, on one day too', () => {
    for (const day of ['05', '17'])
      expect(findAll(payMonthly('05', 299, 11), payMonthly(day, 1099, 10))).toMatchObject([
        { frequency: 'monthly', amount: 299n, next_date: '2026-12-05' },
        { frequency: 'monthly', amount: 1099n, next_date: `2026-11-${day}` },
      ])
  })

  it('of one subscription are one series, although it changed beside another, after a month without a payment', () =>
    expect(
      findAll(payMonthly('05', 299, 11), payMonthly('17', 1099, 6), payMonthly('17', 1199, 3, 8)),
    ).toMatchObject([
      { amount: 299n, changed: undefined },
      { amount: 1199n, changed: { from: 1099n, date: '2026-08-17' }, next_date: '2026-11-17' },
    ]))

  it('are not one series if they differ by more than a quarter', () =>
    expect(
      findAll(payMonthly('05', 299, 11), payMonthly('17', 1099, 6), payMonthly('17', 2199, 3, 8)).map(
        ({ amount, changed }) => ({ amount, changed }),
      ),
    ).toEqual([299n, 1099n, 2199n].map((amount) => ({ amount, changed: undefined }))))
})

describe('every four weeks', () => {
  it('some days earlier or later is not every month', () =>
    expect(
      find(every(28, 14).map((one, at) => ({ ...one, date: addDays(one.date, at % 4 === 1 ? 3 : 0) }))),
    ).toMatchObject([{ frequency: 'every-4-weeks' }]))
})

describe('a price', () => {
  it('that rose is told with the day of the first payment', () =>
    expect(find(withAmounts(monthly, 1299, 1299, 1299, 1299, 1399, 1399))).toMatchObject([
      { amount: 1399n, changed: { from: 1299n, date: '2026-10-15' } },
    ]))
  it('that rose twice is compared with the last one', () =>
    expect(find(withAmounts(monthly, 999, 999, 1299, 1299, 1399, 1399))).toMatchObject([
      { amount: 1399n, changed: { from: 1299n, date: '2026-10-15' } },
    ]))
})

describe('the next payment', () => {
  it.each([
    ['due', '2026-10-21', '2026-11-21'],
    // Some days late is no more than a weekend.
    ['due', '2026-10-17', '2026-11-17'],
    ['overdue', '2026-10-12', '2026-11-12'],
    ['ended', '2026-09-10', '2026-10-10'],
  ])('is %s when the last one was on %s', (status, last, next_date) => {
    const day = last.slice(8)
    const months = ['05', '06', '07', '08', '09', '10'].filter((month) => `2026-${month}-${day}` <= last)
    expect(find(pay(...months.map((month) => `2026-${month}-${day}`)))).toMatchObject([{ status, next_date }])
  })
})

describe('what is due in 30 days', () => {
  it.each([
    ['weekly', '2026-11-27', 'due', 4n],
    ['every-2-weeks', '2026-12-04', 'due', 2n],
    ['twice-monthly', '2026-11-30', 'due', 2n],
    ['monthly', '2026-12-15', 'due', 1n],
    // What is late is told apart: only the next one counts.
    ['monthly', '2026-11-10', 'overdue', 1n],
    // A few days late, it comes any day, and so does the next one.
    ['monthly', '2026-11-17', 'due', 2n],
    ['quarterly', '2026-12-30', 'due', 0n],
    ['monthly', '2026-09-10', 'ended', 0n],
  ] as const)('of a %s payment that is next on %s and %s: %d', (frequency, next_date, status, count) =>
    expect(countDuePayments({ frequency, next_date, status }, { today, until: '2026-12-20' })).toBe(count),
  )
})

describe('payments do not recur', () => {
  it.each([
    ['twice a month apart', pay('2026-10-15', '2026-11-15')],
    ['at a grocery shop every few days', withAmounts(every(4, 40), 5230, 1899, 7425, 3310, 990)],
    [
      'at a grocery shop every Saturday, for other amounts',
      withAmounts(every(7, 40), 5230, 11899, 7425, 3310, 9990),
    ],
    ['for coffee on every working day', every(1, 60).filter((_, at) => at % 7 < 5)],
    [
      'for fuel about once a month',
      withAmounts(
        pay('2026-06-03', '2026-07-01', '2026-08-03', '2026-08-29', '2026-09-30', '2026-10-27'),
        4100,
        3900,
        6200,
        4400,
        2950,
        5120,
      ),
    ],
    ['for two things a year apart', withAmounts(pay('2025-11-02', '2026-11-02'), 14500, 900)],
    [
      'for the same amount by chance',
      withAmounts(
        pay('2026-01-04', '2026-03-30', '2026-05-02', '2026-05-19', '2026-09-09', '2026-11-01'),
        2000,
      ),
    ],
  ])('%s', (_, payments) => expect(find(payments)).toEqual([]))
})
