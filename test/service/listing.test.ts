/** Tests listing transactions, in process and over HTTP. */

import { expect } from 'vitest'
import type { TransactionFilters } from '../../src/contract/operations/transactions.ts'
import { paginateTransactions } from '../../src/contract/paginate.ts'
import { describeBothWays, describeRefusal, type TestWorkspace } from './service-harness.ts'

/** Creates rows worth 1, 2, 3, … on these dates, in one batch. */
async function days({ api, checking }: TestWorkspace, dates: string[]): Promise<void> {
  const transactions = dates.map((date, at) => ({ account_id: checking, date, amount: String(at + 1) }))
  await api.createTransactions({ body: { transactions } })
}

const november = { since_date: '2026-11-01', until_date: '2026-11-10' }

/** Returns what a list shows, page by page. */
async function pages({ api }: TestWorkspace, query: TransactionFilters): Promise<string[][]> {
  const found: string[][] = []
  let cursor: string | undefined
  do {
    const page = await api.listTransactions({ query: { ...query, ...(cursor && { cursor }) } })
    found.push(page.transactions.map(({ amount }) => amount.slice(0, -3)))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return found
}

describeBothWays('the newest day comes first, and of a day what was booked last', async (stage) => {
  await days(stage, ['2026-11-02', '2026-11-05', '2026-11-02', '2026-11-05', '2026-11-03'])
  expect(await pages(stage, november)).toEqual([['4', '2', '5', '3', '1']])
})

describeBothWays('an edit moves a row only by its date', async (stage) => {
  await days(stage, ['2026-11-02', '2026-11-02'])
  const { transactions } = await stage.api.listTransactions({ query: november })
  await stage.change(transactions[1]?.id ?? '', { notes: 'edited' })
  expect(await pages(stage, november)).toEqual([['2', '1']])
})

describeBothWays('pages of any size hold every row once', async (stage) => {
  await days(
    stage,
    Array.from({ length: 9 }, (_, at) => `2026-11-0${(at % 3) + 1}`),
  )
  const all = ['9', '6', '3', '8', '5', '2', '7', '4', '1']
  for (const limit of [1, 2, 3, 4, 8, 9, 500]) {
    const found = await pages(stage, { ...november, limit })
    expect(found.flat()).toEqual(all)
    expect(found.at(-1)).not.toEqual([])
    expect(found.slice(0, -1).every((page) => page.length === limit)).toBe(true)
  }
})

describeBothWays('limit may change from page to page', async (stage) => {
  await days(stage, ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'])
  const first = await stage.api.listTransactions({ query: { ...november, limit: 1 } })
  const cursor = first.next_cursor ?? ''
  const second = await stage.api.listTransactions({ query: { cursor, limit: 3 } })
  expect(second.transactions.map(({ amount }) => amount)).toEqual(['3.00', '2.00', '1.00'])
  expect(second.next_cursor).toBeNull()
})

describeBothWays(
  'a cursor brings its filters; repeating them is fine, contradicting them is not',
  async (stage) => {
    const { api, account } = stage
    await days(stage, ['2026-11-01', '2026-11-02', '2026-11-03'])
    const savings = await account('banking_savings')
    const { next_cursor } = await api.listTransactions({
      query: { ...november, account_id: stage.checking, limit: 1 },
    })
    const cursor = next_cursor ?? ''
    const rest = await api.listTransactions({ query: { cursor } })
    expect(rest.transactions).toHaveLength(2)
    expect(await api.listTransactions({ query: { cursor, ...november } })).toEqual(rest)
    const words = 'bad_request: cursor does not belong to this query'
    const others: TransactionFilters[] = [
      { account_id: savings },
      { since_date: '2026-11-02' },
      { status: 'cleared' },
    ]
    for (const other of others)
      expect(await describeRefusal(api.listTransactions({ query: { cursor, ...other } }))).toBe(words)
  },
)

describeBothWays('the row a cursor points at may be deleted', async (stage) => {
  await days(stage, ['2026-11-01', '2026-11-02', '2026-11-03'])
  const first = await stage.api.listTransactions({ query: { ...november, limit: 2 } })
  for (const { id } of first.transactions) await stage.api.deleteTransaction({ transaction_id: id })
  const second = await stage.api.listTransactions({ query: { cursor: first.next_cursor ?? '' } })
  expect(second.transactions.map(({ amount }) => amount)).toEqual(['1.00'])
})

describeBothWays('rows booked above the cursor stay away, rows below it appear', async (stage) => {
  const { api, book } = stage
  await days(stage, ['2026-11-02', '2026-11-04'])
  const { next_cursor } = await api.listTransactions({ query: { ...november, limit: 1 } })
  await book({ amount: '8', date: '2026-11-05' })
  await book({ amount: '9', date: '2026-11-03' })
  const { transactions } = await api.listTransactions({ query: { cursor: next_cursor ?? '' } })
  expect(transactions.map(({ amount }) => amount)).toEqual(['9.00', '1.00'])
})

describeBothWays(
  'short and empty pages lead on to the end',
  async (stage) => {
    const { api, book, account } = stage
    const savings = await account('banking_savings')
    await days(
      stage,
      Array.from({ length: 6 }, () => '2026-11-03'),
    )
    await book({ account_id: savings, amount: '9', date: '2026-11-02' })
    const query = { ...november, account_id: savings, limit: 2 }
    expect(await pages(stage, query)).toEqual([[], [], [], ['9']])
    const found: string[] = []
    for await (const page of paginateTransactions(api, query)) found.push(...page.map(({ amount }) => amount))
    expect(found).toEqual(['9.00'])
  },
  { scanLimit: (limit) => limit },
)

describeBothWays(
  'one row looked at a page still reaches every row',
  async (stage) => {
    await days(stage, ['2026-11-01', '2026-11-02', '2026-11-02', '2026-11-03'])
    const { transactions } = await stage.api.listTransactions({ query: { ...november, limit: 1 } })
    await stage.api.deleteTransaction({ transaction_id: transactions[0]?.id ?? '' })
    expect((await pages(stage, { ...november, limit: 3 })).flat()).toEqual(['3', '2', '1'])
  },
  { scanLimit: () => 1 },
)

describeBothWays('a category is found on rows and on split lines', async (stage) => {
  const { book, category } = stage
  const [food, rent] = [await category('Food'), await category('Rent')]
  await book({ amount: '1', category_id: food, date: '2026-11-01' })
  await book({
    splits: [
      { amount: '1', category_id: rent },
      { amount: '1', category_id: food },
    ],
    date: '2026-11-02',
  })
  await book({ amount: '3', category_id: rent, date: '2026-11-03' })
  expect(await pages(stage, { category_id: food })).toEqual([['2', '1']])
  expect(await pages(stage, { category_id: rent })).toEqual([['3', '2']])
})

describeBothWays('filters narrow together; days are inclusive', async (stage) => {
  const { book } = stage
  for (const [at, date] of ['2026-11-01', '2026-11-02', '2026-11-03'].entries()) {
    await book({ amount: String(at + 1), date, status: 'pending' })
    await book({ amount: String(at + 4), date, review_status: 'reviewed' })
  }
  const days = { since_date: '2026-11-01', until_date: '2026-11-02' }
  expect(await pages(stage, { ...days, status: 'pending' })).toEqual([['2', '1']])
  expect(await pages(stage, { ...days, review_status: 'reviewed' })).toEqual([['5', '4']])
  expect(await pages(stage, { ...days, status: 'pending', review_status: 'reviewed' })).toEqual([[]])
  expect(await pages(stage, { since_date: '2026-11-03', until_date: '2026-11-01' })).toEqual([[]])
})

const forged = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const whole = { v: 1, d: '2026-11-01', s: 1, f: {} }

describeBothWays('a cursor the service did not write is invalid', async ({ api }) => {
  const wrong = [
    { ...whole, v: 2 },
    { ...whole, d: '2026-02-30' },
    { ...whole, s: 0 },
    { ...whole, s: 1.5 },
    { ...whole, s: '1' },
    { ...whole, f: { sort: 'name' } },
    { ...whole, f: { status: 1 } },
    { ...whole, f: [] },
    { ...whole, more: 1 },
    [whole],
    null,
  ]
  for (const value of wrong) {
    expect(await describeRefusal(api.listTransactions({ query: { cursor: forged(value) } }))).toBe(
      'bad_request: cursor is invalid',
    )
  }
  expect(await describeRefusal(api.listTransactions({ query: { cursor: `${forged(whole)}=` } }))).toContain(
    'cursor is invalid',
  )
  expect(await describeRefusal(api.listTransactions({ query: { cursor: forged(whole) } }))).toBe(
    'not refused',
  )
})
