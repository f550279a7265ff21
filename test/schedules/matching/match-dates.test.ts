/** Tests which transaction fulfils which date, and about which only the user can tell. @see docs/schedules.md#matching */

import { expect, test } from 'vitest'
import type { Schedule } from '../../../src/contract/operations/schedules.ts'
import { addDays } from '../../../src/money/calendar.ts'
import { type MatchedRow, matchOpenDates } from '../../../src/schedules/match-dates.ts'
import { listAllOpenDates } from '../../../src/schedules/open-dates.ts'
import { planSchedule } from '../../support/plan-schedule.ts'

const due = '2026-06-10'
const monthly = { count: 1, unit: 'month' } as const

/** Returns a schedule of a merchant that is due on 2026-06-10. */
const plan = (amount: string | null, more: Partial<Schedule> = {}): Schedule =>
  planSchedule(amount, due, {
    ...{ name: 'Gym', merchant_id: 'gym', merchant_name: 'Gym', every: monthly, days: [10] },
    ...more,
  })

/** Returns a row of that merchant, so many days after the due date. */
const row = (id: string, days: number, amount: string, more: Partial<MatchedRow> = {}): MatchedRow => ({
  ...{
    id,
    date: addDays(due, days),
    amount,
    account_id: 'checking',
    merchant_id: 'gym',
    merchant_name: 'Gym',
  },
  ...{ transfer_account_id: null, notes: null },
  ...more,
})

/** Describes the matches as "date row", those that are asked about after a question mark. */
function match(schedules: readonly Schedule[], rows: readonly MatchedRow[], until = due): string[] {
  const { fulfilled, asked } = matchOpenDates(listAllOpenDates(schedules, until), rows)
  return [
    ...fulfilled.map(({ open, row: { id } }) => `${open.date} ${id}`),
    ...asked.map(({ open, row: { id } }) => `? ${open.date} ${id}`),
  ]
}

const yes = [`${due} a`]
const question = [`? ${due} a`]

test('a row is of the same account, direction and merchant', () => {
  const gym = plan('-20.00')
  const tryRow = (more: Partial<MatchedRow>) => match([gym], [row('a', 0, '-20.00', more)])
  expect(tryRow({})).toEqual(yes)
  expect(tryRow({ account_id: 'visa' })).toEqual([])
  expect(tryRow({ amount: '20.00' })).toEqual([])
  expect(tryRow({ merchant_id: 'other', merchant_name: 'GYM MAIN STREET 4711' })).toEqual(yes)
  expect(tryRow({ merchant_id: 'other', merchant_name: 'Bakery' })).toEqual([])
  // The text of the bank may stand in the notes; without a merchant and --match nothing is known.
  const bank = { merchant_id: 'other', merchant_name: 'Collection', notes: 'Mandate X-17 of June' }
  expect(match([plan('-20.00', { match_text: 'x-17' })], [row('a', 0, '-20.00', bank)])).toEqual(yes)
  expect(match([plan('-20.00', { match_text: 'x-18' })], [row('a', 0, '-20.00', bank)])).toEqual([])
  const nameless = { merchant_id: null, merchant_name: null }
  expect(match([plan('-20.00', nameless)], [row('a', 0, '-20.00', nameless)])).toEqual([])
})

test('a transfer is fulfilled by either side', () => {
  const saving = plan('-20.00', {
    ...{ merchant_id: null, merchant_name: null, account_name: 'Checking' },
    ...{ transfer_account_id: 'savings', transfer_account_name: 'Savings' },
  })
  const out = { merchant_id: 'any', merchant_name: 'To Savings' }
  const into = { account_id: 'savings', merchant_id: 'any', merchant_name: 'From Checking' }
  expect(match([saving], [row('a', 0, '-20.00', out)])).toEqual(yes)
  expect(match([saving], [row('a', 1, '20.00', into)])).toEqual(yes)
  expect(match([saving], [row('a', 1, '-20.00', into)])).toEqual([])
  expect(
    match([saving], [row('a', 0, '-20.00', { merchant_name: null, transfer_account_id: 'savings' })]),
  ).toEqual(yes)
  expect(
    match([saving], [row('a', 0, '-20.00', { merchant_name: null, transfer_account_id: 'visa' })]),
  ).toEqual([])
  // A purchase is no transfer.
  expect(match([plan('-20.00')], [row('a', 0, '-20.00', { transfer_account_id: 'savings' })])).toEqual([])
})

test('the window is 5 days, 10 where no other date is within half a year, and never more than half of the shortest gap', () => {
  const windows: [window: number, recurrence: Partial<Schedule>][] = [
    [10, { every: null, days: [] }],
    [0, { every: { count: 1, unit: 'day' }, days: [] }],
    [3, { every: { count: 7, unit: 'day' }, days: [] }],
    [5, { every: { count: 14, unit: 'day' }, days: [] }],
    [5, {}],
    [2, { days: [10, 15] }],
    [5, { every: { count: 3, unit: 'month' } }],
    [10, { every: { count: 6, unit: 'month' } }],
    [10, { every: { count: 12, unit: 'month' } }],
  ]
  for (const [window, recurrence] of windows)
    for (const side of [-1, 1]) {
      expect([recurrence, match([plan('-20.00', recurrence)], [row('a', side * window, '-20.00')])]).toEqual([
        recurrence,
        yes,
      ])
      expect([
        recurrence,
        match([plan('-20.00', recurrence)], [row('a', side * (window + 1), '-20.00')]),
      ]).not.toEqual([recurrence, yes])
    }
})

test('a weekend moves the day from which the window counts', () => {
  // 2026-06-13 is a Saturday.
  const saturday = { first_date: '2026-06-13', next_date: '2026-06-13', days: [13] }
  const tryDay = (weekend: Schedule['weekend'], days: number) =>
    match([plan('-20.00', { ...saturday, weekend })], [row('a', days, '-20.00')], '2026-06-15')
  expect(tryDay('after', 10)).toEqual(['2026-06-13 a'])
  expect(tryDay('after', -1)).toEqual(['? 2026-06-13 a'])
  expect(tryDay('before', -3)).toEqual(['2026-06-13 a'])
  expect(tryDay('before', 8)).toEqual(['? 2026-06-13 a'])
})

test('a fixed amount is equal to the cent, about 25 of 100 more or less, a range holds it, full takes any', () => {
  const tryAmount = (schedule: Schedule, amount: string) => match([schedule], [row('a', 0, amount)])
  expect(tryAmount(plan('-20.00'), '-20.01')).toEqual(question)
  expect(tryAmount(plan('-20.00'), '-20.00')).toEqual(yes)
  const about = plan('-20.00', { amount_kind: 'about' })
  for (const amount of ['-15.00', '-25.00']) expect(tryAmount(about, amount)).toEqual(yes)
  for (const amount of ['-14.99', '-25.01']) expect(tryAmount(about, amount)).toEqual(question)
  const range = plan('-20.00', { amount_kind: 'range', amount_to: '-30.00', expected_amount: '-25.00' })
  for (const amount of ['-20.00', '-30.00']) expect(tryAmount(range, amount)).toEqual(yes)
  for (const amount of ['-19.99', '-30.01']) expect(tryAmount(range, amount)).toEqual(question)
  const full = plan(null, { amount_kind: 'full', expected_amount: null })
  expect(tryAmount(full, '-1234.56')).toEqual(yes)
  // What only one date costs is known to the cent.
  const once = { ...about, dates: [{ ...openDate, amount: '-40.00' }] }
  expect(tryAmount(once, '-40.00')).toEqual(yes)
  expect(tryAmount(once, '-20.00')).toEqual(question)
})

const openDate = {
  date: due,
  transaction_id: null,
  transaction_amount: null,
  skipped: false,
  amount: null,
  refused_transaction_ids: [],
}

test('what was imported before changes nothing about which amounts are expected', () => {
  // The mean of the last three transactions is 30.
  const about = plan('-20.00', { amount_kind: 'about', expected_amount: '-30.00' })
  expect(match([about], [row('a', 0, '-16.00')])).toEqual(yes)
  expect(match([about], [row('a', 0, '-30.00')])).toEqual(question)
})

test('another amount, or up to 15 days away, is asked about, but not a different purchase or what is nearer to another date', () => {
  expect(match([plan('-20.00')], [row('a', 15, '-20.00')])).toEqual(question)
  expect(match([plan('-20.00')], [row('a', 16, '-20.00')])).toEqual([])
  expect(match([plan('-20.00')], [row('a', 0, '-40.00')])).toEqual(question)
  for (const amount of ['-40.01', '-9.99']) expect(match([plan('-20.00')], [row('a', 0, amount)])).toEqual([])
  // The date four days later is fulfilled already, and the row is nearer to it.
  const twice = plan('-20.00', { days: [10, 24] })
  const last = { ...openDate, date: '2026-06-24', transaction_id: 'z', transaction_amount: '-20.00' }
  expect(match([{ ...twice, dates: [last] }], [row('a', 7, '-20.00')])).toEqual(question)
  expect(match([{ ...twice, dates: [last] }], [row('a', 8, '-20.00')])).toEqual([])
})

test('one row fulfils one date, and the best first: equal amount, fewest days, earlier date, older schedule', () => {
  const about = { amount_kind: 'about' } as const
  // An equal amount comes before fewer days.
  expect(match([plan('-20.00', about)], [row('a', 0, '-21.00'), row('b', 4, '-20.00')])).toEqual([`${due} b`])
  expect(match([plan('-20.00')], [row('a', -3, '-20.00'), row('b', 1, '-20.00')])).toEqual([`${due} b`])
  // Of two days as far away the earlier one.
  expect(match([plan('-20.00')], [row('a', 2, '-20.00'), row('b', -2, '-20.00')])).toEqual([`${due} b`])
  const [older, younger] = [plan('-20.00'), plan('-20.00')]
  const { fulfilled } = matchOpenDates(listAllOpenDates([older, younger], due).toReversed(), [
    row('a', 1, '-20.00'),
  ])
  expect(fulfilled.map(({ open }) => open.schedule.id)).toEqual([older.id])
  const later = plan('-20.00')
  const earlier = plan('-20.00', { first_date: '2026-06-08', next_date: '2026-06-08', days: [8] })
  expect(match([later, earlier], [row('a', -1, '-20.00')])).toEqual(['2026-06-08 a'])
  // The worse pair gets what is left.
  expect(match([later, earlier], [row('a', -1, '-20.00'), row('b', 3, '-20.00')])).toEqual([
    '2026-06-08 a',
    `${due} b`,
  ])
  // A row that fulfils a date is not asked about for another one.
  expect(match([plan('-25.00'), plan('-20.00')], [row('a', 0, '-20.00')])).toEqual(yes)
})

test('neither the order of rows nor of dates nor their ids decide', () => {
  const about = { amount_kind: 'about' } as const
  const schedules = [
    plan('-20.00'),
    plan('-22.00', about),
    plan('-21.00', { ...about, days: [12], first_date: '2026-06-12', next_date: '2026-06-12' }),
  ]
  const rows = [-3, -1, 0, 0, 0, 1, 4].map((days, at) =>
    row(String(at), days, at % 2 ? '-20.00' : '-22.00', { notes: `bank ${at}` }),
  )
  const describe = (given: readonly MatchedRow[], own: readonly Schedule[]) => {
    const { fulfilled, asked } = matchOpenDates(listAllOpenDates(own, '2026-06-12').toReversed(), given)
    return [...fulfilled, ...asked].map(
      ({ open, row: { notes } }) => `${open.schedule.id} ${open.date} ${notes}`,
    )
  }
  const renamed = rows.map((one, at) => ({ ...one, id: String(99 - at) }))
  const expected = describe(rows, schedules)
  expect(expected).toHaveLength(3)
  expect(describe(rows.toReversed(), schedules.toReversed())).toEqual(expected)
  expect(describe(renamed, schedules)).toEqual(expected)
})

test('a fulfilled, skipped or refused date takes no row, nor does a paused schedule', () => {
  const withDate = (date: Partial<Schedule['dates'][number]>) =>
    match([plan('-20.00', { dates: [{ ...openDate, ...date }], until: due })], [row('a', 0, '-20.00')])
  expect(withDate({})).toEqual(yes)
  expect(withDate({ transaction_id: 'z', transaction_amount: '-20.00' })).toEqual([])
  expect(withDate({ skipped: true })).toEqual([])
  expect(withDate({ refused_transaction_ids: ['a'] })).toEqual([])
  expect(match([plan('-20.00', { paused: true })], [row('a', 0, '-20.00')])).toEqual([])
})
