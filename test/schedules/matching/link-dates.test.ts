/** Tests what becomes of dates and transactions when they are linked. @see docs/schedules.md#matching */

import { beforeEach, expect, test } from 'vitest'
import type { WorkspaceContext } from '../../../src/command/context.ts'
import type { ScheduleDraft } from '../../../src/contract/operations/schedules.ts'
import type { TransactionDraft } from '../../../src/contract/operations/transactions.ts'
import { linkOpenDates } from '../../../src/schedules/link-dates.ts'
import type { LinkScope } from '../../../src/schedules/plan-links.ts'
import { createHousehold, type Household } from '../../support/household.ts'

let household: Household
let account_id: string

beforeEach(async () => {
  household = await createHousehold({
    accounts: { Checking: 'banking_checking', Savings: 'banking_checking' },
    groups: { Bills: ['Rent', 'Power'] },
    entries: [],
  })
  account_id = household.id('Checking')
})

const addSchedule = async (draft: Partial<ScheduleDraft> & { first_date: string }) =>
  (
    await household.api.createSchedule({
      body: { account_id, merchant_name: 'Landlord', amount: '-20.00', ...draft },
    })
  ).schedule

async function addRow(date: string, draft: Partial<TransactionDraft> = {}): Promise<string> {
  const row = {
    account_id,
    date,
    amount: '-20.00',
    merchant_name: 'Landlord',
    status: 'cleared',
    ...draft,
  } as const
  return (await household.api.createTransactions({ body: { transaction: row } })).transaction?.id ?? ''
}

const getRow = async (id: string) => (await household.api.getTransaction({ transaction_id: id })).transaction

/** Links, and describes the links and questions as "date transaction". */
async function link(scope: LinkScope = {}): Promise<string[]> {
  const context = {
    workspace: { api: household.api },
    invocation: { today: '2026-11-20', signal: new AbortController().signal },
  } as unknown as WorkspaceContext // all that linking asks for
  const { linked, asked } = await linkOpenDates(context, scope)
  return [
    ...linked.map(({ date, transaction }) => `${date} ${transaction.id}`),
    ...asked.map(({ open, row }) => `? ${open.date} ${row.id}`),
  ]
}

const monthly: Pick<ScheduleDraft, 'every' | 'days'> = { every: { count: 1, unit: 'month' }, days: [1] }

test('it is done once, and the transaction gets the category of the schedule unless the user chose one', async () => {
  await addSchedule({ first_date: '2026-09-01', ...monthly, category_id: household.id('Rent') })
  const first = await addRow('2026-09-02')
  const chosen = await addRow('2026-10-01', { category_id: household.id('Power'), review_status: 'reviewed' })
  expect(await link()).toEqual([`2026-10-01 ${chosen}`, `2026-09-01 ${first}`])
  expect(await link()).toEqual([])
  expect((await getRow(first)).category_name).toBe('Rent')
  expect((await getRow(chosen)).category_name).toBe('Power')
})

test('a split has the lines of the schedule, and one of them takes the rest', async () => {
  const lines = [
    { amount: '-5.00', category_id: household.id('Power') },
    { amount: null, category_id: household.id('Rent') },
  ]
  await addSchedule({ first_date: '2026-11-01', amount_kind: 'about', splits: lines })
  const id = await addRow('2026-11-01', { amount: '-23.00' })
  await link()
  expect((await getRow(id)).splits?.map(({ amount, category_name }) => [amount, category_name])).toEqual([
    ['-5.00', 'Power'],
    ['-18.00', 'Rent'],
  ])
})

test('what fulfils a date long ago is neither taken nor asked about for a date of another schedule', async () => {
  await addSchedule({ first_date: '2026-05-01', ...monthly })
  for (const month of ['05', '06', '07', '08', '09', '10', '11']) await addRow(`2026-${month}-01`)
  expect(await link()).toHaveLength(7)
  await addSchedule({ first_date: '2026-05-03', amount: '-21.00', ...monthly, days: [3] })
  expect(await link()).toEqual([])
  await addSchedule({ first_date: '2026-05-03', ...monthly, days: [3] })
  expect(await link()).toEqual([])
})

test("the bank's row takes the place of a posted transaction, with its category and notes, and is reviewed", async () => {
  const { id } = await addSchedule({
    ...{ first_date: '2026-11-01', amount_kind: 'about', category_id: household.id('Rent'), notes: 'flat 3' },
  })
  const posted = await household.api.postScheduleDate({ schedule_id: id, date: '2026-11-01', body: {} })
  const own = posted.transactions[0]?.id ?? ''
  await household.api.updateTransaction({ transaction_id: own, body: { category_id: household.id('Power') } })
  const row = await addRow('2026-11-03', { amount: '-22.00' })
  expect(await link()).toEqual([`2026-11-01 ${row}`])
  expect(await getRow(row)).toMatchObject({
    category_name: 'Power',
    notes: 'flat 3',
    review_status: 'reviewed',
  })
  expect((await getRow(own)).deleted).toBe(true)
  expect(await link()).toEqual([])
})

test('both sides of a transfer are one: the other side fulfils nothing else', async () => {
  const transfer = { amount: '-20.00', merchant_name: null, transfer_account_id: household.id('Savings') }
  await addSchedule({ ...transfer, first_date: '2026-11-01' })
  await addSchedule({ ...transfer, first_date: '2026-11-02' })
  const sides = { from_account_id: account_id, to_account_id: household.id('Savings') }
  const transaction = { type: 'transfer' as const, ...sides, date: '2026-11-01', amount: '20.00' }
  await household.api.createTransactions({ body: { transaction } })
  expect(await link({ account_ids: new Set([account_id]) })).toHaveLength(1)
  expect(await link({ account_ids: new Set([household.id('Savings')]) })).toEqual([])
})

test('a deleted transaction opens its date, which another one fulfils', async () => {
  await addSchedule({ first_date: '2026-11-01' })
  const first = await addRow('2026-11-01')
  await link()
  await household.api.deleteTransaction({ transaction_id: first })
  expect(await link()).toEqual([])
  const second = await addRow('2026-11-01')
  expect(await link()).toEqual([`2026-11-01 ${second}`])
})

test('only the transactions of an account and the dates of a schedule are linked that are asked for', async () => {
  const { id } = await addSchedule({ first_date: '2026-11-01' })
  const row = await addRow('2026-11-01')
  expect(await link({ account_ids: new Set([household.id('Savings')]) })).toEqual([])
  expect(await link({ schedule_id: 'sch_JQW16GNTZ49ERX270000000099' })).toEqual([])
  expect(await link({ isWanted: () => false })).toEqual([])
  expect(await link({ schedule_id: id, isWanted: (one) => one.id === row })).toEqual([`2026-11-01 ${row}`])
})
