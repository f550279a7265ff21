/** Tests recovering writes whose answer was lost. */

import { describe, expect, test } from 'vitest'
import {
  closeConnection,
  json,
  openTestClient,
  rejection,
  withService,
} from '../../../support/http-service.ts'

const instant = '2026-11-20T12:00:00.000Z'
const row = (id: string, amount: string) => ({
  id,
  date: '2026-11-20',
  amount,
  account_id: 'acc_1',
  account_name: 'Checking',
  merchant_id: null,
  merchant_name: null,
  category_id: null,
  category_name: null,
  ready_to_assign: false,
  notes: null,
  status: 'cleared',
  review_status: 'needs_review',
  type: 'regular',
  transfer_account_id: null,
  splits: null,
  deleted: false,
  created_at: instant,
  updated_at: instant,
})
const draft = (amount: string) => ({ account_id: 'acc_1', date: '2026-11-20', amount })
// The service's clock agrees with its rows, whatever the time on this machine.
const clock = { date: 'Fri, 20 Nov 2026 12:00:00 GMT' }
const listed = (...transactions: object[]) => json(200, { data: { transactions, next_cursor: null } }, clock)
const methods = (seen: readonly { method: string }[]): string[] => seen.map(({ method }) => method)

describe('transactions whose answer was lost', () => {
  test('are found among the new ones, at the price of one request', async () => {
    await withService([closeConnection, listed(row('tx_1', '-5.00'))], async ({ url, seen }) => {
      const reply = await openTestClient(url).client.createTransactions({
        body: { transaction: draft('-5') },
      })
      expect(reply).toEqual({ transaction: row('tx_1', '-5.00') })
      expect(methods(seen)).toEqual(['POST', 'GET'])
    })
  })

  test('are sent again only when they can no longer take effect', async () => {
    const created = json(201, { data: { transaction: row('tx_1', '-5.00') } })
    await withService([closeConnection, listed(), listed(), listed(), created], async ({ url, seen }) => {
      const { client, waited } = openTestClient(url)
      const reply = await client.createTransactions({ body: { transaction: draft('-5') } })
      expect(reply).toEqual({ transaction: row('tx_1', '-5.00') })
      expect(methods(seen)).toEqual(['POST', 'GET', 'GET', 'GET', 'POST'])
      expect(waited()).toBe(90_250) // a timeout of 60 seconds, 30 more, and half of half a second
    })
  })

  test('are not taken for rows that were there before', async () => {
    const old = row('tx_0', '-5.00')
    await withService([listed(old), closeConnection, listed(old, row('tx_1', '-5.00'))], async ({ url }) => {
      const { client } = openTestClient(url)
      await client.listTransactions({})
      const reply = await client.createTransactions({ body: { transaction: draft('-5') } })
      expect(reply).toEqual({ transaction: row('tx_1', '-5.00') })
    })
  })

  test('of which only some are there leave the matter open, and are named', async () => {
    await withService([closeConnection, listed(row('tx_1', '-5.00'))], async ({ url, seen }) => {
      const body = { transactions: [draft('-5'), draft('-5')] }
      const error = await rejection(openTestClient(url).client.createTransactions({ body }))
      expect(error).toMatchObject({ name: 'NetworkError', mayHaveApplied: true })
      expect(error.message).toMatch(/may or may not have happened; these exist now: tx_1$/)
      expect(methods(seen)).toEqual(['POST', 'GET'])
    })
  })

  test('stay in doubt when the service cannot be asked', async () => {
    await withService([closeConnection], async ({ url, seen }) => {
      const error = await rejection(
        openTestClient(url).client.createTransactions({ body: { transaction: draft('-5') } }),
      )
      expect(error).toMatchObject({ name: 'NetworkError', mayHaveApplied: true })
      expect(methods(seen)).toEqual(['POST', 'GET', 'GET', 'GET', 'GET'])
    })
  })
})

test('a service that takes keys gets the same write under the same key again', async () => {
  const promise = { 'idempotency-key-lifetime': '86400' }
  const created = json(201, { data: { transaction: row('tx_1', '-5.00') } })
  const merchants = json(200, { data: { merchants: [] } }, promise)
  const keys: unknown[] = []
  const noting: typeof created = (request, response, count) => {
    keys.push(request.headers['idempotency-key'])
    if (keys.length < 3) closeConnection(request, response, count)
    else created(request, response, count)
  }
  await withService([merchants, noting], async ({ url }) => {
    let ids = 0
    const { client } = openTestClient(url, { newId: () => `id-${++ids}` })
    await client.listMerchants({})
    await client.createTransactions({ body: { transaction: draft('-5') } })
    expect(keys).toEqual(['id-1', 'id-1', 'id-1'])
    await client.createTransactions({ body: { transaction: draft('-5') } })
    expect(keys[3]).toBe('id-2')
  })
})

describe('a conditional change whose answer was lost', () => {
  const promise = { 'idempotency-key-lifetime': '86400', 'conditional-writes': 'months' }
  const refused = json(412, { error: { id: '412', name: 'precondition_failed', detail: 'changed' } }, promise)
  const request = { month: '2026-11', category_id: 'cat_1', body: { assigned: '5.00' }, if_match: '"1/1"' }

  test('did not happen when the service refuses the same request because of what others changed', async () => {
    const first = json(200, { data: { accounts: [] } }, promise)
    await withService([first, closeConnection, refused], async ({ url, seen }) => {
      const { client } = openTestClient(url, { newId: () => 'once' })
      await client.listAccounts({})
      const error = await rejection(client.assignCategory(request))
      expect(error).toMatchObject({ name: 'precondition_failed' })
      expect(methods(seen)).toEqual(['GET', 'PATCH', 'PATCH'])
    })
  })
})
