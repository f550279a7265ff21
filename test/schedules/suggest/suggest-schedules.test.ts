/** Tests what a suggested schedule says: amount, category, day of the month, next date and evidence. */

import { describe, expect, it } from 'vitest'
import type { Recurrence } from '../../../src/schedules/dates/recurrence.ts'
import { type PaidRow, suggestSchedules } from '../../../src/schedules/suggest/suggest-schedules.ts'

/** A Monday. */
const today = '2026-11-23'
const pay = (dates: readonly string[], changes: Partial<PaidRow> = {}): PaidRow[] =>
  dates.map((date) => ({
    id: date,
    date,
    amount: -1299n,
    account_id: 'checking',
    merchant_id: 'films',
    transfer_account_id: null,
    category_id: 'fun',
    ...changes,
  }))
const dates = ['2026-07-15', '2026-08-15', '2026-09-15', '2026-10-15', '2026-11-15']
const monthly: Recurrence = {
  first_date: '2026-12-15',
  every: { count: 1, unit: 'month' },
  days: [15],
  weekend: 'same',
  until: null,
  times: null,
}

describe('a suggested schedule', () => {
  it('has a price, the next date, and the rows that are its evidence', () =>
    expect(suggestSchedules(pay(dates), today)).toEqual([
      {
        account_id: 'checking',
        merchant_id: 'films',
        transfer_account_id: null,
        category_id: 'fun',
        amount: -1299n,
        amount_kind: 'fixed',
        recurrence: monthly,
        next_date: '2026-12-15',
        rows: pay(dates),
      },
    ]))

  it('has the mean of the last three amounts where each differs', () => {
    const amounts = [6800n, 7000n, 7200n, 7100n, 6901n]
    const rows = pay(dates).map((row, at) => ({ ...row, amount: amounts[at] ?? 0n }))
    expect(suggestSchedules(rows, today)).toMatchObject([{ amount: 7067n, amount_kind: 'about' }])
  })

  it('has the category of the last row that has one', () => {
    const rows = pay(dates).map((row, at) => ({
      ...row,
      category_id: ['fun', 'fun', 'fun', 'films', null][at] ?? null,
    }))
    expect(suggestSchedules(rows, today)).toMatchObject([{ category_id: 'films' }])
  })

  it('takes one row of a payment that was made twice on a day', () => {
    const rows = [...pay(dates), ...pay(dates.slice(-1), { id: 'again' })]
    expect(suggestSchedules(rows, today)).toMatchObject([{ amount: -1299n, rows: pay(dates) }])
  })

  it('is one for each account, and for a transfer on the side that pays', () => {
    const transfer = { merchant_id: null, category_id: null }
    const rows = [
      ...pay(dates),
      ...pay(dates, { account_id: 'card' }),
      ...pay(dates, { ...transfer, transfer_account_id: 'savings' }),
      ...pay(dates, { ...transfer, account_id: 'savings', amount: 1299n, transfer_account_id: 'checking' }),
    ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    expect(
      suggestSchedules(rows, today).map(({ account_id, merchant_id, transfer_account_id }) => [
        account_id,
        merchant_id ?? transfer_account_id,
      ]),
    ).toEqual([
      ['checking', 'films'],
      ['card', 'films'],
      ['checking', 'savings'],
    ])
  })

  it('is left out when it has ended', () => expect(suggestSchedules(pay(dates), '2027-03-01')).toEqual([]))
})

describe('the recurrence', () => {
  it.each<[string, string[], Partial<Recurrence>, string]>([
    [
      'on the last day',
      ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-10-31'],
      { days: [31] },
      '2026-11-30',
    ],
    [
      'on the first, after a weekend',
      ['2026-06-01', '2026-07-01', '2026-08-03', '2026-09-01', '2026-10-01', '2026-11-02'],
      { days: [1], weekend: 'after' },
      '2026-12-01',
    ],
    [
      'on the last day, before a weekend',
      ['2026-05-29', '2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-30'],
      { days: [31], weekend: 'before' },
      '2026-11-30',
    ],
    [
      'on the second Tuesday',
      ['2026-05-12', '2026-06-09', '2026-07-14', '2026-08-11', '2026-09-08', '2026-10-13', '2026-11-10'],
      { days: [{ nth: 2, weekday: 'tue' }] },
      '2026-12-08',
    ],
    [
      'on a day that a payment missed by one',
      ['2026-06-10', '2026-07-10', '2026-08-10', '2026-09-11', '2026-10-10', '2026-11-10'],
      { days: [10] },
      '2026-12-10',
    ],
    [
      'twice a month',
      ['2026-08-31', '2026-09-15', '2026-09-30', '2026-10-15', '2026-10-31', '2026-11-15'],
      { days: [15, 31] },
      '2026-11-30',
    ],
    [
      'every two weeks',
      ['2026-09-25', '2026-10-09', '2026-10-23', '2026-11-06', '2026-11-20'],
      { every: { count: 14, unit: 'day' }, days: [] },
      '2026-12-04',
    ],
    [
      'every quarter',
      ['2026-01-31', '2026-04-30', '2026-07-31', '2026-10-31'],
      { every: { count: 3, unit: 'month' }, days: [31] },
      '2027-01-31',
    ],
    // Three days late, it is still awaited.
    ['that is late', ['2026-07-20', '2026-08-20', '2026-09-20', '2026-10-20'], { days: [20] }, '2026-11-20'],
    // Twelve days late, the next one is awaited.
    [
      'that was missed',
      ['2026-07-11', '2026-08-11', '2026-09-11', '2026-10-11'],
      { days: [11] },
      '2026-12-11',
    ],
  ])('%s', (_, paid, recurrence, next_date) =>
    expect(suggestSchedules(pay(paid), today)).toMatchObject([
      { recurrence: { ...monthly, first_date: next_date, ...recurrence }, next_date, rows: pay(paid) },
    ]),
  )
})
