/** Tests the operations of schedules, in process and over HTTP. */

import { expect } from 'vitest'
import type { ScheduleChanges, ScheduleDraft } from '../../src/contract/operations/schedules.ts'
import { describeBothWays, describeRefusal, type TestWorkspace } from './service-harness.ts'

const monthly = { every: { count: 1, unit: 'month' as const } }

async function plan({ api, checking }: TestWorkspace, draft: Partial<ScheduleDraft>) {
  const body = { account_id: checking, amount: '-10', first_date: '2026-12-01', ...draft }
  return (await api.createSchedule({ body })).schedule
}

async function getSchedule({ api }: TestWorkspace, id: string) {
  const found = (await api.listSchedules({})).schedules.find((schedule) => schedule.id === id)
  if (!found) throw new Error(`${id} is not listed`)
  return found
}

describeBothWays('a schedule changes no figure until a date of it is posted, once', async (stage) => {
  const { api, category, envelope, checking } = stage
  const rent = await category('Rent')
  const made = await plan(stage, { ...monthly, category_id: rent, merchant_name: 'Landlord', notes: 'flat' })
  expect(made).toMatchObject({
    ...{ name: 'Landlord', category_name: 'Rent', amount: '-10.00', expected_amount: '-10.00', days: [1] },
    ...{ next_date: '2026-12-01', dates: [], paused: false },
  })
  expect((await envelope(rent, '2026-12')).activity).toBe('0.00')
  const date = { schedule_id: made.id, date: '2026-12-01' }
  const { schedule, transactions } = await api.postScheduleDate({ ...date, body: { date: '2026-11-30' } })
  expect(transactions).toMatchObject([
    {
      ...{ date: '2026-11-30', amount: '-10.00', merchant_name: 'Landlord', category_name: 'Rent' },
      ...{ notes: 'flat', status: 'pending', review_status: 'reviewed', account_id: checking },
    },
  ])
  expect(schedule).toMatchObject({
    next_date: '2027-01-01',
    dates: [{ date: '2026-12-01', transaction_id: transactions[0]?.id, transaction_amount: '-10.00' }],
  })
  expect(await describeRefusal(api.postScheduleDate({ ...date, body: {} }))).toBe(
    'conflict: 2026-12-01 is fulfilled already',
  )
  expect((await api.listTransactions({})).transactions).toHaveLength(2) // and the starting balance
})

describeBothWays(
  'editing the transaction keeps the date fulfilled; deleting it opens the date',
  async (stage) => {
    const { api, change } = stage
    const { id } = await plan(stage, monthly)
    const { transactions } = await api.postScheduleDate({ schedule_id: id, date: '2026-12-01', body: {} })
    const transaction_id = transactions[0]?.id ?? ''
    await change(transaction_id, { date: '2027-03-03', amount: '-99' })
    expect((await getSchedule(stage, id)).next_date).toBe('2027-01-01')
    await api.deleteTransaction({ transaction_id })
    // What was deleted is listed, so that no program posts it again by itself.
    expect(await getSchedule(stage, id)).toMatchObject({
      next_date: '2026-12-01',
      dates: [{ transaction_id: null, refused_transaction_ids: [transaction_id] }],
    })
    await api.restoreTransaction({ transaction_id })
    expect((await getSchedule(stage, id)).next_date).toBe('2027-01-01')
  },
)

describeBothWays('a deleted transaction gives its date to another one for good', async (stage) => {
  const { api, book } = stage
  const { id } = await plan(stage, monthly)
  const date = { schedule_id: id, date: '2026-12-01' }
  const { transactions } = await api.postScheduleDate({ ...date, body: {} })
  const first = transactions[0]?.id ?? ''
  await api.deleteTransaction({ transaction_id: first })
  const second = await book({ amount: '-10' })
  await api.updateScheduleDate({ ...date, body: { transaction_id: second.id } })
  await api.restoreTransaction({ transaction_id: first })
  expect((await getSchedule(stage, id)).dates).toMatchObject([{ transaction_id: second.id }])
})

describeBothWays('one transaction fulfils one date; one that was refused is remembered', async (stage) => {
  const { api, book, account } = stage
  const { id } = await plan(stage, monthly)
  const other = await plan(stage, monthly)
  const { id: transaction_id } = await book({ amount: '-10' })
  const fulfil = (schedule_id: string, date: string, transaction: string | null) =>
    api.updateScheduleDate({ schedule_id, date, body: { transaction_id: transaction } })
  await fulfil(id, '2026-12-01', transaction_id)
  const taken = 'conflict: transaction fulfils the date 2026-12-01 of a schedule already'
  expect(await describeRefusal(fulfil(other.id, '2026-12-01', transaction_id))).toBe(taken)
  expect(await describeRefusal(fulfil(id, '2027-01-01', transaction_id))).toBe(taken)
  const { schedule } = await fulfil(id, '2026-12-01', null)
  expect(schedule).toMatchObject({
    next_date: '2026-12-01',
    dates: [{ transaction_id: null, refused_transaction_ids: [transaction_id] }],
  })
  const foreign = await book({ amount: '-10', account_id: await account() })
  expect(await describeRefusal(fulfil(id, '2026-12-01', foreign.id))).toContain('of another account')
  expect(await describeRefusal(fulfil(id, '2026-12-02', transaction_id))).toBe(
    'not_found: planned date not found',
  )
})

describeBothWays('both sides of a transfer fulfil one date', async (stage) => {
  const { api, account, send, checking } = stage
  const savings = await account('banking_savings')
  const { id } = await plan(stage, { ...monthly, transfer_account_id: savings })
  const [outflow, inflow] = await send({ from: checking, to: savings, amount: '10' })
  const date = (day: string, transaction_id: string) =>
    api.updateScheduleDate({ schedule_id: id, date: day, body: { transaction_id } })
  await date('2026-12-01', inflow.id)
  expect(await describeRefusal(date('2027-01-01', outflow.id))).toContain('fulfils the date 2026-12-01')
})

describeBothWays(
  'a skipped date does not move the rhythm, and one date may have its own amount',
  async (stage) => {
    const { api } = stage
    const { id } = await plan(stage, { first_date: '2027-01-31', ...monthly, times: 3 })
    const set = (date: string, body: object) => api.updateScheduleDate({ schedule_id: id, date, body })
    await set('2027-02-28', { amount: '-12.5' })
    expect((await set('2027-01-31', { skipped: true })).schedule.next_date).toBe('2027-02-28')
    const { transactions } = await api.postScheduleDate({ schedule_id: id, date: '2027-02-28', body: {} })
    expect(transactions).toMatchObject([{ date: '2027-02-28', amount: '-12.50' }])
    expect((await set('2027-03-31', { skipped: true })).schedule.next_date).toBeNull()
    expect(await describeRefusal(set('2027-02-28', { skipped: true }))).toContain('cannot be skipped')
    expect(
      await describeRefusal(api.postScheduleDate({ schedule_id: id, date: '2027-03-31', body: {} })),
    ).toBe('conflict: 2027-03-31 was skipped')
  },
)

describeBothWays('an estimated amount is the mean of the last three transactions', async (stage) => {
  const { api } = stage
  const about = await plan(stage, { ...monthly, amount_kind: 'about', amount: '-60' })
  const range = await plan(stage, { ...monthly, amount_kind: 'range', amount: '-40', amount_to: '-81' })
  expect([about.expected_amount, range.expected_amount]).toEqual(['-60.00', '-60.50'])
  for (const [date, amount] of [
    ['2026-12-01', '-1000'],
    ['2027-01-01', '-50'],
    ['2027-02-01', '-60'],
    ['2027-03-01', '-60.01'],
  ] as const)
    await api.postScheduleDate({ schedule_id: about.id, date, body: { amount } })
  expect((await getSchedule(stage, about.id)).expected_amount).toBe('-56.67')
})

describeBothWays(
  'a card with a statement day is paid what it owed then, less what was paid since',
  async (stage) => {
    const { api, account, book, checking } = stage
    const visa = await account('credit_credit_card')
    await book({ account_id: visa, amount: '-100', date: '2026-11-20' })
    await book({ account_id: visa, amount: '-25', date: '2026-11-21' })
    const { id } = await plan(stage, {
      ...{ ...monthly, transfer_account_id: visa, amount_kind: 'full', amount: null },
      ...{ first_date: '2026-11-28', statement_day: 20 },
    })
    expect(await getSchedule(stage, id)).toMatchObject({ statement_day: 20, statement_balance: '-100.00' })
    const paid = { from_account_id: checking, to_account_id: visa, amount: '30', date: '2026-11-22' }
    await api.createTransactions({ body: { transaction: { type: 'transfer', ...paid } } })
    expect((await getSchedule(stage, id)).statement_balance).toBe('-70.00')
    const post = async (date: string) =>
      (await api.postScheduleDate({ schedule_id: id, date, body: {} })).transactions[0]?.amount
    expect(await post('2026-11-28')).toBe('-70.00')
    // The next statement has what was bought on the 21st.
    expect(await post('2026-12-28')).toBe('-25.00')
    const { schedule } = await api.updateSchedule({
      schedule_id: id,
      body: { amount_kind: 'fixed', amount: '-50' },
    })
    expect(schedule).toMatchObject({ statement_day: null, statement_balance: null })
  },
)

describeBothWays('a card is paid in full: what it owes at the end of the day', async (stage) => {
  const { api, account, book } = stage
  const visa = await account('credit_credit_card')
  await book({ account_id: visa, amount: '-70', date: '2026-12-01' })
  await book({ account_id: visa, amount: '-5', date: '2026-12-02' })
  const { id, amount, expected_amount } = await plan(stage, {
    ...{ ...monthly, transfer_account_id: visa, amount_kind: 'full', amount: null },
  })
  expect([amount, expected_amount]).toEqual([null, null])
  const { transactions } = await api.postScheduleDate({ schedule_id: id, date: '2026-12-01', body: {} })
  expect(transactions.map((side) => side.amount)).toEqual(['-70.00', '70.00'])
  await book({ account_id: visa, amount: '5', date: '2026-12-03' })
  expect(
    await describeRefusal(api.postScheduleDate({ schedule_id: id, date: '2027-01-01', body: {} })),
  ).toContain('nothing is owed on the card')
})

describeBothWays('the line without an amount takes the rest', async (stage) => {
  const { api, category } = stage
  const [rent, power] = [await category('Rent'), await category('Power')]
  const { id } = await plan(stage, {
    ...{ ...monthly, amount_kind: 'about', amount: '-100' },
    splits: [
      { amount: '-90', category_id: rent },
      { amount: null, category_id: power },
    ],
  })
  const { transactions } = await api.postScheduleDate({
    ...{ schedule_id: id, date: '2026-12-01' },
    body: { amount: '-97.25' },
  })
  expect(transactions[0]?.splits).toMatchObject([
    { amount: '-90.00' },
    { amount: '-7.25', category_name: 'Power' },
  ])
})

describeBothWays('one date cannot have an amount that its split lines do not add up to', async (stage) => {
  const { id } = await plan(stage, { ...monthly, splits: [{ amount: '-4' }, { amount: '-6' }] })
  const date = { schedule_id: id, date: '2026-12-01' }
  expect(await describeRefusal(stage.api.updateScheduleDate({ ...date, body: { amount: '-11' } }))).toContain(
    'amount differs from the splits',
  )
  expect((await getSchedule(stage, id)).dates).toEqual([])
})

describeBothWays('what belongs to it moves with a merge, a deletion and a closing', async (stage) => {
  const { api, account, category } = stage
  const [rent, home] = [await category('Rent'), await category('Home')]
  const { id, merchant_id } = await plan(stage, { ...monthly, merchant_name: 'Landlord', category_id: rent })
  const { merchant } = await api.createMerchant({ body: { name: 'Property Ltd' } })
  expect(
    await api.deleteMerchant({
      ...{ merchant_id: merchant_id ?? '', query: { move_to_merchant_id: merchant.id } },
    }),
  ).toMatchObject({ moved_transaction_count: 0, updated_recurring_transaction_count: 1 })
  await api.deleteCategory({ category_id: rent, query: { move_to_category_id: home } })
  expect(await getSchedule(stage, id)).toMatchObject({ name: 'Property Ltd', category_name: 'Home' })
  const cash = await account('banking_cash')
  const paused = await plan(stage, { account_id: cash })
  await api.updateAccount({ account_id: cash, body: { closed: true } })
  expect((await getSchedule(stage, paused.id)).paused).toBe(true)
  await api.deleteAccount({ account_id: cash })
  expect((await api.listSchedules({})).schedules.map((one) => one.id)).toEqual([id])
})

/** Drafts that are refused, and the start of the reason. */
const refused: [body: Partial<ScheduleDraft>, detail: string][] = [
  [{ amount: null }, 'amount is required'],
  [{ amount: '0' }, 'amount must not be zero'],
  [{ amount_kind: 'full' }, 'amount must not be combined'],
  [{ amount_kind: 'full', amount: null }, 'amount_kind full is only allowed'],
  [{ statement_day: 20 }, 'statement_day is only allowed'],
  [{ statement_day: 32 }, 'statement_day must be an integer from 1 to 31'],
  [{ amount_kind: 'range' }, 'amount_to is required'],
  [{ amount_kind: 'range', amount_to: '-5' }, 'amount_to must be further'],
  [{ amount_kind: 'range', amount_to: '20' }, 'amount_to must have the sign'],
  [{ amount_to: '-20' }, 'amount_to is for'],
  [{ days: [1] }, 'days are only allowed'],
  [{ ...monthly, days: [2] }, 'first_date must be one of its days'],
  [{ ...monthly, days: [0] }, 'days[0] must be an integer from 1 to 31'],
  [{ until: '2027-01-01' }, 'until and times'],
  [{ ...monthly, until: '2026-11-30' }, 'until must not be before'],
  [{ splits: [{ amount: '-4' }] }, 'splits'],
  [{ splits: [{ amount: null }, { amount: null }] }, 'splits must have at most one'],
  [{ amount_kind: 'about', splits: [{ amount: '-10' }] }, 'splits must have a line without'],
  [{ splits: [{ amount: '-10' }], ready_to_assign: true }, 'ready_to_assign must not be combined'],
]

describeBothWays('what cannot become a transaction is refused, with the field', async (stage) => {
  for (const [draft, detail] of refused)
    expect([draft, await describeRefusal(plan(stage, draft))]).toEqual([
      draft,
      expect.stringContaining(`bad_request: ${detail}`),
    ])
  expect((await stage.api.listSchedules({})).schedules).toEqual([])
  const { id } = await plan(stage, {})
  const change = (body: ScheduleChanges) => stage.api.updateSchedule({ schedule_id: id, body })
  expect(await describeRefusal(change({ transfer_account_id: stage.checking }))).toContain('must differ')
  expect(await describeRefusal(change({ amount: '0' }))).toContain('must not be zero')
  const brokerage = await stage.account('investment_brokerage')
  const food = await stage.category('Food')
  expect(await describeRefusal(change({ account_id: brokerage, category_id: food }))).toContain('off-budget')
  await change({ transfer_account_id: brokerage, category_id: food })
})

describeBothWays('schedules are listed by their next dates', async (stage) => {
  const names = ['c', 'a', 'b']
  for (const [at, merchant_name] of names.entries())
    await plan(stage, { merchant_name, first_date: `2026-12-${30 - at}` })
  const { schedules } = await stage.api.listSchedules({})
  expect(schedules.map(({ name }) => name)).toEqual(['b', 'a', 'c'])
})
