/** Tests the transaction operations, in process and over HTTP. */

import { expect } from 'vitest'
import { describeBothWays, describeRefusal, today } from './service-harness.ts'

describeBothWays(
  'a new transaction is cleared, waits for review, and says everything about itself',
  async (stage) => {
    const { book, category, checking, tick } = stage
    const food = await category('Food')
    const at = tick()
    const { id, merchant_id, ...rest } = await book({
      amount: '-12.5',
      category_id: food,
      merchant_name: ' Kiosk ',
    })
    expect([id, merchant_id]).toEqual([expect.stringMatching(/^txn_/), expect.stringMatching(/^mer_/)])
    expect(rest).toEqual({
      date: today,
      amount: '-12.50',
      account_id: checking,
      account_name: 'banking_checking',
      merchant_name: 'Kiosk',
      category_id: food,
      category_name: 'Food',
      ready_to_assign: false,
      notes: null,
      status: 'cleared',
      review_status: 'needs_review',
      type: 'regular',
      transfer_account_id: null,
      splits: null,
      deleted: false,
      created_at: at,
      updated_at: at,
    })
  },
)

describeBothWays('null stands for a field left out', async ({ book }) => {
  const nothing = { category_id: null, splits: null, merchant_id: null, merchant_name: null, notes: null }
  const { category_id, splits, merchant_id, notes, amount } = await book({
    amount: '-1',
    type: 'regular',
    ...nothing,
  })
  expect({ category_id, splits, merchant_id, notes, amount }).toEqual({
    category_id: null,
    splits: null,
    merchant_id: null,
    notes: null,
    amount: '-1.00',
  })
})

describeBothWays('ten amounts of fifteen digits add up exactly', async ({ api, account, book }) => {
  const purse = await account('banking_cash')
  for (let count = 0; count < 10; count++) await book({ account_id: purse, amount: '9999999999999.99' })
  expect((await api.getAccount({ account_id: purse })).account.balance).toBe('99999999999999.90')
})

describeBothWays('a batch is answered in its own order', async ({ api, checking }) => {
  const transactions = ['1', '2', '3'].map((amount) => ({ account_id: checking, date: today, amount }))
  const { transactions: made, transaction } = await api.createTransactions({ body: { transactions } })
  expect(made?.map(({ amount }) => amount)).toEqual(['1.00', '2.00', '3.00'])
  expect(transaction).toBeUndefined()
})

describeBothWays(
  'a long batch is listed as it was answered, split lines and all',
  async ({ api, checking }) => {
    const row = { account_id: checking, date: today, merchant_name: 'Kiosk', notes: 'Ice' }
    const splits = [{ amount: '-1', notes: 'Cone' }, { amount: '-2' }]
    const transactions = Array.from({ length: 47 }, (_, at) =>
      at === 30 ? { ...row, splits } : { ...row, amount: `-${at + 1}` },
    )
    const made = (await api.createTransactions({ body: { transactions } })).transactions ?? []
    const totals = transactions.map((_, at) => (at === 30 ? '-3.00' : `-${at + 1}.00`))
    expect(made.map(({ amount }) => amount)).toEqual(totals)
    expect(made[30]?.splits?.map(({ notes }) => notes)).toEqual(['Cone', null])
    const listed = (await api.listTransactions({ query: { limit: 47 } })).transactions
    expect(listed).toEqual(made.toReversed())
  },
)

describeBothWays('a refused batch leaves neither rows nor merchants', async ({ api, checking }) => {
  const row = { account_id: checking, date: today, amount: '-1' }
  const transactions = [
    { ...row, merchant_name: 'Newcomer' },
    { ...row, amount: 'a lot' },
  ]
  expect(await describeRefusal(api.createTransactions({ body: { transactions } }))).toContain(
    'transactions[1].amount',
  )
  expect((await api.listMerchants({})).merchants).toEqual([])
  expect((await api.listTransactions({})).transactions).toHaveLength(1)
})

describeBothWays('a note may be 500 characters long, line breaks and emoji included', async ({ book }) => {
  const notes = `\n\t${'🦊'.repeat(498)}`
  expect((await book({ amount: '1', notes })).notes).toBe(notes)
})

describeBothWays(
  'a split without an amount is worth the sum of its lines, zero lines included',
  async ({ book, category }) => {
    const food = await category('Food')
    const made = await book({
      splits: [
        { amount: '-4', category_id: food, notes: 'half' },
        { amount: '10', ready_to_assign: true },
        { amount: '0' },
      ],
    })
    expect([made.amount, made.category_id]).toEqual(['6.00', null])
    expect(made.splits).toEqual([
      { amount: '-4.00', category_id: food, category_name: 'Food', ready_to_assign: false, notes: 'half' },
      { amount: '10.00', category_id: null, category_name: null, ready_to_assign: true, notes: null },
      { amount: '0.00', category_id: null, category_name: null, ready_to_assign: false, notes: null },
    ])
  },
)

describeBothWays(
  'a changed amount keeps the category, a changed category keeps the amount',
  async (stage) => {
    const { book, change, category } = stage
    const [food, rent] = [await category('Food'), await category('Rent')]
    const { id } = await book({ amount: '-5', category_id: food })
    expect(await change(id, { amount: '-6' })).toMatchObject({ amount: '-6.00', category_id: food })
    expect(await change(id, { category_id: rent })).toMatchObject({ amount: '-6.00', category_id: rent })
    expect(await change(id, { category_id: null })).toMatchObject({ category_id: null, category_name: null })
  },
)

describeBothWays('category and Ready to Assign push each other out', async ({ book, change, category }) => {
  const food = await category('Food')
  const { id } = await book({ amount: '5', category_id: food })
  const after = async (body: Parameters<typeof change>[1]) => {
    const { category_id, ready_to_assign } = await change(id, body)
    return [category_id, ready_to_assign]
  }
  expect(await after({ ready_to_assign: true })).toEqual([null, true])
  expect(await after({ category_id: food })).toEqual([food, false])
  expect(await after({ ready_to_assign: false })).toEqual([food, false])
  expect(await after({ ready_to_assign: true, category_id: null })).toEqual([null, true])
})

describeBothWays(
  'on a split row the same amount and no envelope change nothing',
  async ({ book, change, tick }) => {
    const split = await book({ splits: [{ amount: '-1' }, { amount: '-2' }] })
    tick()
    expect(await change(split.id, { amount: '-3.00', category_id: null, ready_to_assign: false })).toEqual(
      split,
    )
  },
)

describeBothWays(
  'splits sent to a single row replace amount and category',
  async ({ book, change, category }) => {
    const food = await category('Food')
    const { id } = await book({ amount: '-5', category_id: food })
    const body = {
      amount: '-9',
      category_id: null,
      splits: [{ amount: '-4', category_id: food }, { amount: '-5' }],
    }
    expect(await change(id, body)).toMatchObject({
      amount: '-9.00',
      category_id: null,
      ready_to_assign: false,
    })
  },
)

describeBothWays('splits: null joins a split row again', async ({ book, change, category, tick }) => {
  const food = await category('Food')
  const lines = [{ amount: '-4', category_id: food }, { amount: '-5' }]
  const first = await book({ splits: lines })
  expect(await change(first.id, { splits: null })).toMatchObject({
    amount: '-9.00',
    category_id: null,
    splits: null,
  })
  const second = await book({ splits: lines })
  const joined = await change(second.id, { splits: null, category_id: food, amount: '-8' })
  expect(joined).toMatchObject({ amount: '-8.00', category_id: food, splits: null })
  tick()
  expect(await change(second.id, { splits: null })).toEqual(joined)
})

describeBothWays(
  'a changed date moves the money from one month to the other',
  async ({ book, change, category, envelope }) => {
    const food = await category('Food')
    const { id } = await book({ amount: '-5', category_id: food })
    await change(id, { date: '2026-09-30' })
    const activities = [
      (await envelope(food, '2026-09')).activity,
      (await envelope(food, '2026-11')).activity,
    ]
    expect(activities).toEqual(['-5.00', '0.00'])
  },
)

describeBothWays('a row moves off budget only when its envelope is taken away', async (stage) => {
  const { book, change, category, account } = stage
  const [food, broker] = [await category('Food'), await account('investment_brokerage')]
  const { id } = await book({ amount: '-5', category_id: food })
  expect(await describeRefusal(change(id, { account_id: broker }))).toContain(
    'not allowed on an off-budget account',
  )
  expect(await change(id, { account_id: broker, category_id: null })).toMatchObject({ account_id: broker })
})

describeBothWays('every move between the three statuses is allowed', async ({ book, change }) => {
  const { id } = await book({ amount: '-5' })
  const statuses = ['pending', 'reconciled', 'cleared', 'reconciled', 'pending', 'cleared'] as const
  const seen: string[] = []
  for (const status of statuses) seen.push((await change(id, { status })).status)
  expect(seen).toEqual(statuses)
})

describeBothWays('review_status changes only when sent', async ({ book, change }) => {
  const { id } = await book({ amount: '-5' })
  expect((await change(id, { amount: '-6' })).review_status).toBe('needs_review')
  expect((await change(id, { review_status: 'reviewed' })).review_status).toBe('reviewed')
  expect((await change(id, { notes: 'x' })).review_status).toBe('reviewed')
})

describeBothWays(
  'updated_at moves with a stored change, and not without one',
  async ({ book, change, tick }) => {
    const made = await book({ amount: '-5', notes: 'x' })
    tick()
    expect(await change(made.id, {})).toEqual(made)
    expect(await change(made.id, { amount: '-5.00', notes: 'x', status: 'cleared' })).toEqual(made)
    const at = tick()
    expect(await change(made.id, { notes: null })).toEqual({ ...made, notes: null, updated_at: at })
  },
)

describeBothWays(
  'deleting twice and restoring twice is as good as once',
  async ({ api, book, get, tick }) => {
    const made = await book({ amount: '-5' })
    const at = tick()
    const deleted = await api.deleteTransaction({ transaction_id: made.id })
    expect(deleted.transaction).toEqual({ ...made, deleted: true, updated_at: at })
    tick()
    expect(await api.deleteTransaction({ transaction_id: made.id })).toEqual(deleted)
    const back = tick()
    const restored = await api.restoreTransaction({ transaction_id: made.id })
    expect(restored.transaction).toEqual({ ...made, updated_at: back })
    tick()
    expect(await api.restoreTransaction({ transaction_id: made.id })).toEqual(restored)
    expect(await get(made.id)).toEqual(restored.transaction)
  },
)

describeBothWays('a row restored after its category was deleted comes back uncategorized', async (stage) => {
  const { api, book, category, get } = stage
  const [food, rent] = [await category('Food'), await category('Rent')]
  const lost = await book({ amount: '-5', category_id: food })
  const split = await book({
    splits: [
      { amount: '-1', category_id: food },
      { amount: '-2', category_id: rent },
    ],
  })
  for (const { id } of [lost, split]) await api.deleteTransaction({ transaction_id: id })
  await api.deleteCategory({ category_id: food })
  for (const { id } of [lost, split]) await api.restoreTransaction({ transaction_id: id })
  expect((await get(lost.id)).category_id).toBeNull()
  expect((await get(split.id)).splits?.map((line) => line.category_id)).toEqual([null, rent])
})
