/** Tests which addresses a client accepts, and that ids cannot change a path. */

import { describe, expect, test } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import { json, openTestClient, rejection, withService } from '../../support/http-service.ts'

// docs/reliability.md#t15
const badIds = [
  ...['', '.', '..', '...', '/', '\\', '../accounts', '..\\accounts', 'a/b', 'a/../b', './a', 'a/', '/a'],
  ...['%2e', '%2e%2e', '%2E%2E', '%2f', 'a%2fb', '%252e', '%00', '%', 'a%0d%0ab'],
  ...['?', 'a?b=c', '#', 'a#b', 'a&b', 'a=b', 'a;b', 'a,b', 'a+b', 'a b', ' a', 'a ', '\ta'],
  ...[
    'a\r\nHost: evil.test',
    'a\nb',
    'a\rb',
    'a\0b',
    'a\u001bb',
    'a\u2028b',
    'a\u202eb',
    'é',
    '①',
    '．．',
    'a\ud800',
  ],
  ...[
    'http://evil.test',
    '//evil.test',
    '@evil.test',
    'a@b',
    '[::1]',
    '{id}',
    '<a>',
    '"a"',
    "'a'",
    '`a`',
    '$a',
    '*',
  ],
  ...['x'.repeat(129), 'x'.repeat(4096)],
]
const goodIds = [
  'a',
  'mer_1',
  'a.b',
  '..a',
  'a..',
  '2026-11',
  'a:b~c',
  'x'.repeat(128),
  '0',
  '-',
  '__proto__',
]
const found = json(200, {
  data: { merchant: { id: 'm', name: 'K', created_at: '2026', updated_at: '2026' } },
})

describe('an id', () => {
  test.each(badIds)('like %j never leaves, in no kind of request and as no workspace', async (id) => {
    await withService([found], async ({ url, seen }) => {
      const { client } = openTestClient(url)
      const errors = [
        await rejection(client.getMerchant({ merchant_id: id })),
        await rejection(client.updateMerchant({ merchant_id: id, body: { name: 'K' } })),
        await rejection(client.deleteMerchant({ merchant_id: id })),
        await rejection(
          client.assignCategory({ month: '2026-11', category_id: id, body: { assigned: '1' } }),
        ),
        await rejection(client.assignCategory({ month: id, category_id: 'cat_1', body: { assigned: '1' } })),
      ]
      for (const error of errors) expect(error).toBeInstanceOf(UserError)
      expect(() => openTestClient(url, { workspace_id: id })).toThrow(UserError)
      expect(seen).toEqual([])
    })
  })

  test.each(goodIds)('like %j leads to exactly its endpoint', async (merchant_id) => {
    await withService([found], async ({ url, seen }) => {
      await openTestClient(url).client.getMerchant({ merchant_id })
      expect(seen.map((request) => request.url)).toEqual([`/v1/workspaces/ws_1/merchants/${merchant_id}`])
    })
  })
})

describe('what is asked for in a query', () => {
  test.each(['&limit=1', '#', '?', '../', 'a b', 'a\r\nHost: evil.test', 'é', '%2e', '='])(
    'stays one parameter when it is %j',
    async (cursor) => {
      const page = json(200, { data: { transactions: [], next_cursor: null } })
      await withService([page], async ({ url, seen }) => {
        await openTestClient(url).client.listTransactions({ query: { cursor } })
        const [path = '', query] = seen[0]?.url.split('?') ?? []
        expect(path).toBe('/v1/workspaces/ws_1/transactions')
        expect([...new URLSearchParams(query)]).toEqual([['cursor', cursor]])
      })
    },
  )
})

describe('the base of an address', () => {
  test.each([
    ['', '/v1'],
    ['/', '/v1'],
    ['///', '/v1'],
    ['/api', '/api/v1'],
    ['/api/', '/api/v1'],
    ['/a/../b', '/b/v1'],
    ['/a b', '/a%20b/v1'],
    ['/v1', '/v1/v1'],
  ])('with the path %j leads to %s', async (path, root) => {
    await withService([found], async ({ url, seen }) => {
      await openTestClient(`${url}${path}`).client.getMerchant({ merchant_id: 'm' })
      expect(seen.map((request) => request.url)).toEqual([`${root}/workspaces/ws_1/merchants/m`])
    })
  })
})
