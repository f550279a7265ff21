/** Tests what habits add to a forecast, on households that a reader can add up in their head. */

import { expect, test } from 'vitest'
import { addMonths } from '../../src/money/calendar.ts'
import { buildForecast, type ForecastOptions } from '../../src/reports/forecast.ts'
import { type Report, readText } from '../../src/reports/report.ts'
import { createHousehold, type Entry, type Household } from '../support/household.ts'

const accounts = { Checking: 'banking_checking', Visa: 'credit_credit_card' } as const
const groups = { All: ['Groceries', 'Fun', 'Rent'] }
const every = { count: 1, unit: 'month' } as const

/** Returns the entries of so many whole months before November 2026, in which the household lives today. */
const repeat = (months: number, list: (month: string, at: number) => Entry[]): Entry[] => [
  [`${addMonths('2026-11', -months)}-01`, 'Checking', '20000', 'Starting Balance', 'rta'],
  ...Array.from({ length: months }, (_, at) => list(addMonths('2026-11', at - months), at)).flat(),
]

/** Every month 50 is spent in cash and 100 on the card, which is paid; rent is 700, and 999 were spent this month. */
const alike = [
  ...repeat(12, (month): Entry[] => [
    [`${month}-03`, 'Checking', '-700', 'Landlord', 'Rent'],
    [`${month}-10`, 'Visa', '-100', 'Shop', 'Groceries'],
    [`${month}-12`, 'Checking', '-50', 'Club', 'Fun'],
    [`${month}-28`, 'Checking', '100', '→ Visa', ''],
  ]),
  ['2026-11-05', 'Checking', '-999', 'Club', 'Fun'],
  ['2026-11-10', 'Visa', '-100', 'Shop', 'Groceries'],
] satisfies Entry[]

async function plan({ api, id }: Household): Promise<void> {
  const account_id = id('Checking')
  const rent = { amount: '-800', merchant_name: 'Landlord', category_id: id('Rent') }
  await api.createSchedule({ body: { account_id, first_date: '2026-12-03', every, ...rent } })
  const card = { amount_kind: 'full', transfer_account_id: id('Visa') } as const
  await api.createSchedule({ body: { account_id, first_date: '2026-11-28', every, ...card } })
}

async function build(household: Household, options: Partial<ForecastOptions> = {}): Promise<Report> {
  const input = { ...(await household.input()), source: household.source, api: household.api }
  return buildForecast(input, { until: '2027-01', explains: false, habits: true, ...options })
}

const list = ({ rows }: Report, ...fields: string[]): string[] =>
  rows.map((row) => fields.map((field) => readText(row, field) ?? '-').join(' | '))

test('what was not scheduled happens again, and what was spent on a card leaves the account that pays it', async () => {
  const household = await createHousehold({ accounts, groups, entries: alike })
  await plan(household)
  const report = await build(household, { by: 'account' })
  expect(list(report, 'account', 'date', 'balance', 'low', 'middle', 'high')).toEqual([
    'Checking | 2026-11-20 | 8801.00 | 8801.00 | 8801.00 | 8801.00',
    'Checking | 2026-11-28 | 8701.00 | 8701.00 | 8701.00 | 8701.00',
    'Checking | 2026-11-30 | 8701.00 | 8701.00 | 8701.00 | 8701.00',
    'Checking | 2026-12-03 | 7901.00 | 7901.00 | 7901.00 | 7901.00',
    // 50 in cash, and 100 for the card on the 28th.
    'Checking | 2026-12-31 | 7901.00 | 7751.00 | 7751.00 | 7751.00',
    'Checking | 2027-01-03 | 7101.00 | 6951.00 | 6951.00 | 6951.00',
    'Checking | 2027-01-31 | 7101.00 | 6801.00 | 6801.00 | 6801.00',
    'Visa | 2026-11-20 | -100.00 | -100.00 | -100.00 | -100.00',
    'Visa | 2026-11-28 | 0.00 | 0.00 | 0.00 | 0.00',
    'Visa | 2026-11-30 | 0.00 | 0.00 | 0.00 | 0.00',
    'Visa | 2026-12-31 | 0.00 | 0.00 | 0.00 | 0.00',
    'Visa | 2027-01-31 | 0.00 | 0.00 | 0.00 | 0.00',
  ])
  expect(report.notes).toContain(
    'What is not scheduled happens as in 12 whole months, 2025-11 to 2026-10, drawn 1,000 times',
  )
  expect(JSON.stringify(await build(household, { by: 'account' }))).toBe(JSON.stringify(report))
})

test('without a schedule rent is a habit, and the card is paid as it was', async () => {
  const household = await createHousehold({ accounts, groups, entries: alike })
  const ends = list(await build(household, { by: 'account' }), 'account', 'date', 'middle')
  expect(ends.filter((text) => text.includes('2027-01-31'))).toEqual([
    'Checking | 2027-01-31 | 7001.00',
    // 100 was bought in November and paid; two more months are paid on the 28th.
    'Visa | 2027-01-31 | 0.00',
  ])
})

test('a row that fulfils a date is no habit, whatever its merchant', async () => {
  const odd: Entry = ['2025-12-20', 'Checking', '-1200', 'Odd', 'Fun']
  const household = await createHousehold({ accounts, groups, entries: [...alike, odd] })
  const { api, id } = household
  const readEnd = async () => {
    const { rows } = await build(household, { by: 'account' })
    const end = rows.find(({ account, date }) => account === 'Checking' && date === '2027-01-31')
    return { isKnown: end?.['low'] === end?.['high'] }
  }
  expect(await readEnd()).toEqual({ isKnown: false })
  const draft = { merchant_name: 'Insurance', amount: '-100', category_id: id('Fun') }
  const first = { account_id: id('Checking'), first_date: '2025-12-20' }
  const { schedule } = await api.createSchedule({ body: { ...first, ...draft } })
  const { transactions } = await api.listTransactions({ query: { since_date: '2025-12-20' } })
  const row = transactions.find(({ merchant_name }) => merchant_name === 'Odd')
  const body = { transaction_id: row?.id ?? '' }
  await api.updateScheduleDate({ schedule_id: schedule.id, date: '2025-12-20', body })
  expect(await readEnd()).toEqual({ isKnown: true })
})

test('an envelope says in how many of ten it has enough, and what to assign for nine', async () => {
  // Two of the six Octobers, Novembers and Decembers cost 200: about two thirds of the draws have enough with 100.
  const entries = repeat(24, (month, at) => [
    [`${month}-25`, 'Checking', at % 2 === 0 ? '-200' : '-0.01', 'Shop', 'Groceries'],
  ])
  const assigned = { Groceries: { '2024-11': '2500.12' } }
  const household = await createHousehold({
    ...{ accounts, groups, assigned },
    entries: [...entries, ['2026-11-19', 'Checking', '-0.01', 'Kiosk', 'Fun']],
  })
  const report = await build(household, { until: '2026-11' })
  expect(list(report, 'name', 'date', 'outlook')[0]).toBe(
    'Groceries | 2026-11-30 | enough in 6 of 10: 116.84 a month for 9 of 10',
  )
  expect(report.rows[0]).toMatchObject({ enough_of_10: 6, a_month: null })
})

test('fewer than 12 whole months are said, and fewer than three refused', async () => {
  const list = (month: string): Entry[] => [[`${month}-12`, 'Checking', '-50', 'Club', 'Fun']]
  const now: Entry = ['2026-11-12', 'Checking', '-50', 'Club', 'Fun']
  const four = await createHousehold({ accounts, groups, entries: [...repeat(4, list), now] })
  expect((await build(four)).notes).toContain(
    'What is not scheduled happens as in 4 whole months, 2026-07 to 2026-10, drawn 1,000 times; with fewer than 12 the bands are rough',
  )
  // What came last is of October: it may not be over in the file.
  const two = await createHousehold({ accounts, groups, entries: repeat(3, list) })
  await expect(build(two)).rejects.toThrow('Habits need 3 whole months of transactions; there are 2')
})
