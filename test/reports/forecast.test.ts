/** Tests the report of what is planned, on a household that a reader can add up in their head. */

import { beforeAll, expect, test } from 'vitest'
import type { ScheduleDraft } from '../../src/contract/operations/schedules.ts'
import { createFoldingSource } from '../../src/remote/reports/folding-source.ts'
import { buildForecast, type ForecastOptions } from '../../src/reports/forecast.ts'
import { type Report, readText } from '../../src/reports/report.ts'
import { createHousehold, type Household } from '../support/household.ts'

let household: Household

const monthly = { every: { count: 1, unit: 'month' as const } }

async function add(body: Omit<ScheduleDraft, 'account_id'> & { account_id?: string }): Promise<void> {
  await household.api.createSchedule({ body: { account_id: household.id('Checking'), ...body } })
}

beforeAll(async () => {
  household = await createHousehold({
    accounts: { Checking: 'banking_checking', Visa: 'credit_credit_card' },
    groups: { Bills: ['Gym', 'Insurance', 'Rent'] },
    entries: [
      ['2026-11-01', 'Checking', '2000', 'Acme', 'rta'],
      ['2026-11-02', 'Visa', '-100', 'Gym', 'Gym'],
    ],
    assigned: {
      Gym: { '2026-11': '100' },
      Insurance: { '2026-11': '180' },
      Rent: { '2026-11': '700', '2026-12': '200' },
    },
  })
  const { id } = household
  const insurance = { first_date: '2027-02-01', amount: '-480', merchant_name: 'Car insurance' }
  await add({ ...insurance, category_id: id('Insurance') })
  await add({
    ...{ first_date: '2026-12-01', amount: '-700', merchant_name: 'Landlord', category_id: id('Rent') },
    ...{ ...monthly, until: '2027-01-31' },
  })
  await add({
    ...{ first_date: '2026-11-06', amount: '1000', merchant_name: 'Acme', ready_to_assign: true },
    ...{ every: { count: 14, unit: 'day' }, until: '2027-01-31' },
  })
  await add({
    ...{ first_date: '2026-11-25', amount: '-30', amount_kind: 'about', merchant_name: 'Gym' },
    ...{ account_id: id('Visa'), category_id: id('Gym') },
  })
  const payment = { first_date: '2026-11-25', amount_kind: 'full', transfer_account_id: id('Visa') } as const
  await add({ ...payment })
})

async function build(options: Partial<ForecastOptions> = {}): Promise<Report> {
  const input = { ...(await household.input()), source: household.source, api: household.api }
  return buildForecast(input, { until: '2027-02', explains: false, ...options })
}

const describe = ({ rows, columns }: Report, ...fields: string[]): string[] =>
  rows.map((row) =>
    (fields.length > 0 ? fields : columns.filter(({ isHidden }) => !isHidden).map(({ field }) => field))
      .map((field) => readText(row, field) ?? '-')
      .join(' | '),
  )

test('each envelope says what is missing and the even amount, each account how low it gets', async () => {
  const report = await build()
  expect(describe(report)).toEqual([
    'Envelopes | Visa | 2026-11-25 | funded',
    'Envelopes | Gym | 2026-11-25 | short by ~30.00: assign ~30.00 in November',
    'Envelopes | Insurance | 2027-02-01 | short by 300.00: assign 100.00 a month, November to January',
    // 700 of December are there, and 200 of those of January.
    'Envelopes | Rent | 2027-01-01 | short by 500.00: assign 250.00 a month, November to December',
    'Accounts | Checking | 2026-11-20 | lowest, 2,000.00',
    'Accounts | Visa | 2026-11-25 | lowest, -130.00',
    // 820 was not assigned; 500 of Rent and 30 of what Visa pays for Gym are taken from it, and Insurance in March.
    'Ready to Assign | Ready to Assign | 2027-02-28 | 290.00 without expected income, 7,290.00 with it',
  ])
  expect(report.notes).toEqual([
    'Transactions are there up to 2026-11-02',
    'Not there yet, counted today: Acme 2026-11-06',
    '~ marks an estimate',
    'Not in it: spending and income without a schedule',
  ])
})

test('every date of an envelope has what it needs and what is there', async () => {
  expect(
    describe(
      await build({ by: 'category' }),
      'category',
      'date',
      'needed',
      'available',
      'shortfall',
      'a_month',
      'until',
    ),
  ).toEqual([
    'Visa | 2026-11-25 | 130.00 | 130.00 | 0.00 | 0.00 | -',
    'Gym | 2026-11-25 | 30.00 | 0.00 | 30.00 | 30.00 | 2026-11',
    'Insurance | 2027-02-01 | 480.00 | 180.00 | 300.00 | 100.00 | 2027-01',
    'Rent | 2026-12-01 | 700.00 | 900.00 | 0.00 | 0.00 | -',
    'Rent | 2027-01-01 | 700.00 | 200.00 | 500.00 | 250.00 | 2026-12',
  ])
})

test('accounts have the balance of each day, with the money that goes out first', async () => {
  expect(describe(await build({ by: 'account', until: '2027-01' }))).toEqual([
    'Checking | 2026-11-20 | 2000.00 | 4000.00',
    'Checking | 2026-11-25 | 3870.00 | 3870.00',
    'Checking | 2026-12-01 | 3170.00 | 3170.00',
    'Checking | 2026-12-04 | 3170.00 | 4170.00',
    'Checking | 2026-12-18 | 4170.00 | 5170.00',
    'Checking | 2027-01-01 | 4470.00 | 5470.00',
    'Checking | 2027-01-15 | 5470.00 | 6470.00',
    'Checking | 2027-01-29 | 6470.00 | 7470.00',
    'Visa | 2026-11-20 | -100.00 | -100.00',
    'Visa | 2026-11-25 | -130.00 | 0.00',
  ])
})

test('nothing is written, and a remote workspace has no forecast', async () => {
  const { api } = household
  const before = JSON.stringify([await api.listTransactions({}), await api.getMonth({ month: '2027-01' })])
  await build()
  expect(JSON.stringify([await api.listTransactions({}), await api.getMonth({ month: '2027-01' })])).toBe(
    before,
  )
  const source = createFoldingSource({ api, getCurrency: async () => 'USD', today: '2026-11-20' })
  await expect(
    buildForecast({ ...(await household.input()), source, api }, { explains: false }),
  ).rejects.toThrow('A remote workspace has no forecast')
})
