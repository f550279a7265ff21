/** Tests reading all pages of a list: cursors, duplicates and endless lists. */

import { afterEach, describe, expect, test } from 'vitest'
import type { BudgetApi } from '../../src/contract/api.ts'
import { badRequest } from '../../src/contract/errors.ts'
import type { Transaction } from '../../src/contract/operations/transactions.ts'
import { findNewestTransaction, paginateTransactions, readNewestPage } from '../../src/contract/paginate.ts'
import { type OpenedService, type OpenOptions, serviceKinds } from '../service/describe-both-ways.ts'

async function idsOf(api: Pick<BudgetApi, 'listTransactions'>, limit?: number): Promise<string[]> {
  const ids: string[] = []
  for await (const page of paginateTransactions(api, limit === undefined ? {} : { limit }))
    ids.push(...page.map(({ id }) => id))
  return ids
}

describe.each(serviceKinds)('$name', ({ open }) => {
  let opened: OpenedService | undefined
  afterEach(() => opened?.close())

  async function withRows(
    count: number,
    options: OpenOptions = {},
  ): Promise<{ api: BudgetApi; ids: string[] }> {
    opened = await open(options)
    const { api } = opened
    const { account } = await api.createAccount({ body: { name: 'Cash', type: 'banking_cash' } })
    const row = { account_id: account.id, date: '2026-11-20', amount: '-1.00' }
    const { transactions = [] } = await api.createTransactions({
      body: { transactions: Array.from({ length: count }, () => row) },
    })
    return { api, ids: transactions.map(({ id }) => id).toReversed() }
  }

  test('every transaction comes once, the newest first, whatever the size of a page', async () => {
    const { api, ids } = await withRows(7)
    expect(await idsOf(api, 2)).toEqual(ids)
    expect(await idsOf(api, 7)).toEqual(ids)
    expect(await idsOf(api)).toEqual(ids)
  })

  test('a short or empty page is not the end', async () => {
    const { api, ids } = await withRows(7, { scanLimit: () => 1 })
    expect(await idsOf(api, 3)).toEqual(ids)
  })

  test('readNewestPage and findNewestTransaction go on after empty pages, however rare the rows are', async () => {
    const { api, ids } = await withRows(30, { scanLimit: () => 1 })
    const oldest = ids.at(-1) ?? ''
    await api.updateTransaction({ transaction_id: oldest, body: { status: 'pending' } })
    const filters = { status: 'pending' } as const
    expect((await readNewestPage(api, filters)).transactions.map(({ id }) => id)).toEqual([oldest])
    expect((await findNewestTransaction(api, filters))?.id).toBe(oldest)
    expect((await findNewestTransaction(api, {}))?.id).toBe(ids[0])
    expect(await findNewestTransaction(api, { status: 'reconciled' })).toBeUndefined()
    expect((await readNewestPage(api, { limit: 2 })).next_cursor).not.toBeNull()
  })

  test('a row that moves while we read comes once', async () => {
    const { api, ids } = await withRows(4)
    const seen: string[] = []
    for await (const page of paginateTransactions(api, { limit: 2 })) {
      seen.push(...page.map(({ id }) => id))
      const [first] = page
      if (first && seen.length === 2) {
        await api.updateTransaction({ transaction_id: first.id, body: { date: '2026-01-01' } })
      }
    }
    expect(seen).toEqual(ids)
  })
})

const row = (id: string): Transaction => ({ id }) as Transaction // only the id is used
const answering = (...answers: (() => { transactions: Transaction[]; next_cursor: string | null })[]) => {
  const cursors: (string | undefined)[] = []
  return {
    cursors,
    async listTransactions({ query = {} }: Parameters<BudgetApi['listTransactions']>[0]) {
      const answer = answers[cursors.push(query.cursor) - 1]
      if (!answer) throw new Error('one request too many')
      return answer()
    },
  }
}
const stale = (): never => {
  throw badRequest('cursor is invalid')
}

test('a listing whose cursor went stale starts over, once', async () => {
  const first = () => ({ transactions: [row('a'), row('b')], next_cursor: 'c1' })
  const last = () => ({ transactions: [row('b'), row('c')], next_cursor: null })
  const api = answering(first, stale, first, last)
  expect(await idsOf(api)).toEqual(['a', 'b', 'c'])
  expect(api.cursors).toEqual([undefined, 'c1', undefined, 'c1'])
  await expect(idsOf(answering(first, stale, first, stale))).rejects.toThrow('cursor is invalid')
})

test('a service that goes round in circles is not followed', async () => {
  const api = answering(
    () => ({ transactions: [row('a')], next_cursor: 'c1' }),
    () => ({ transactions: [], next_cursor: 'c2' }),
    () => ({ transactions: [], next_cursor: 'c1' }),
  )
  await expect(idsOf(api)).rejects.toThrow('The service returned the same next_cursor twice')
})

// docs/reliability.md#r17
test('a service with a new cursor behind every page is left after 100,000 of them', async () => {
  let page = 0
  const endless = {
    listTransactions: async () => ({ transactions: [row(`t${++page}`)], next_cursor: `c${page}` }),
  }
  await expect(idsOf(endless)).rejects.toThrow(
    'The list of transactions does not end: 100000 pages, and there is still a next_cursor',
  )
  expect(page).toBe(100_000)
})

test('and after 20 pages that bring nothing new', async () => {
  let page = 0
  const idle = {
    listTransactions: async () => ({ transactions: [row('a')], next_cursor: `c${++page}` }),
  }
  await expect(idsOf(idle)).rejects.toThrow(
    'The list of transactions does not end: 20 pages without new transactions, and there is still a next_cursor',
  )
})

test('and after 1,000 empty pages', async () => {
  let page = 0
  const idle = { listTransactions: async () => ({ transactions: [], next_cursor: `c${++page}` }) }
  await expect(idsOf(idle)).rejects.toThrow(
    'The list of transactions does not end: 1000 pages without new transactions, and there is still a next_cursor',
  )
})

test('a list of more than 20 pages that begins anew is read to its end', async () => {
  let isStale = true
  const api: Pick<BudgetApi, 'listTransactions'> = {
    async listTransactions(request) {
      const at = Number(request?.query?.cursor ?? '0')
      if (at === 50 && isStale) {
        isStale = false
        throw badRequest('cursor is stale')
      }
      return { transactions: [row(`t${at}`)], next_cursor: at < 60 ? String(at + 1) : null }
    },
  }
  expect((await idsOf(api)).length).toBe(61)
})
