/** Tests the client against a scripted service: retries, replies and errors. */

import { describe, expect, test } from 'vitest'
import { ApiError, NetworkError, UserError } from '../../../src/contract/errors.ts'
import {
  closeConnection,
  json,
  openTestClient,
  raw,
  rejection,
  respondWithError,
  withService,
} from '../../support/http-service.ts'

const merchant = {
  id: 'mer_1',
  name: 'Kiosk',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}
const found = json(200, { data: { merchant } })
const created = json(201, { data: { merchant } })

describe('a request', () => {
  test('carries its path, query, body and key', async () => {
    await withService(
      [json(200, { data: { transactions: [], next_cursor: null } }), created],
      async ({ url, seen }) => {
        const { client } = openTestClient(`${url}/some/place/`)
        await client.listTransactions({ query: { limit: 5, since_date: '2026-01-01' } })
        await client.createMerchant({ body: { name: 'Kiosk' } })
        const authorization = 'Bearer canary-key-0123456789abcdef'
        const root = '/some/place/v1/workspaces/ws_1'
        expect(seen).toEqual([
          {
            method: 'GET',
            url: `${root}/transactions?limit=5&since_date=2026-01-01`,
            authorization,
            body: '',
          },
          { method: 'POST', url: `${root}/merchants`, authorization, body: '{"name":"Kiosk"}' },
        ])
      },
    )
  })

  test.each(['..', '.', '', 'a/b', 'a%2fb', 'a?b', 'a\r\nb', 'x'.repeat(129)])(
    'with the id %j is never sent',
    async (merchant_id) => {
      await withService([found], async ({ url, seen }) => {
        const error = await rejection(openTestClient(url).client.deleteMerchant({ merchant_id }))
        expect(error).toBeInstanceOf(UserError)
        expect(seen).toEqual([])
      })
    },
  )
})

describe('a read', () => {
  test.each([
    ['the connection is cut', closeConnection],
    ['the answer is cut', raw('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"data":')],
    ['the answer ends before its JSON does', raw('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"data":')],
    ['the answer is not HTTP', raw('SSH-2.0-OpenSSH\r\n')],
    [
      'the answer has two lengths',
      raw('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'),
    ],
    ['the service fails', respondWithError(500, 'internal_error')],
    ['a gateway fails', raw('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n')],
  ])('is made again when %s', async (_, failing) => {
    await withService([failing, failing, failing, found], async ({ url, seen }) => {
      const { client, waited } = openTestClient(url)
      expect(await client.getMerchant({ merchant_id: 'mer_1' })).toEqual({ merchant })
      expect(seen).toHaveLength(4)
      expect(waited()).toBe(250 + 500 + 1000) // half of 0.5, 1 and 2 seconds
    })
  })

  test('fails after four attempts with the error of the service', async () => {
    await withService([respondWithError(500, 'internal_error')], async ({ url, seen }) => {
      const error = await rejection(openTestClient(url).client.getMerchant({ merchant_id: 'mer_1' }))
      expect(error).toEqual(new ApiError('internal_error', 'internal_error it is'))
      expect(seen).toHaveLength(4)
    })
  })

  test('is not made again when the service refuses it', async () => {
    await withService([respondWithError(404, 'not_found')], async ({ url, seen }) => {
      const error = await rejection(openTestClient(url).client.getMerchant({ merchant_id: 'mer_1' }))
      expect(error).toEqual(new ApiError('not_found', 'not_found it is'))
      expect(seen).toHaveLength(1)
    })
  })

  test('is not made again when the answer breaks the contract', async () => {
    const wrong = json(200, { data: { merchant: { ...merchant, name: 7 } } })
    await withService([wrong], async ({ url, seen }) => {
      const error = await rejection(openTestClient(url).client.getMerchant({ merchant_id: 'mer_1' }))
      expect(error).toBeInstanceOf(NetworkError)
      expect(error.message).toBe('The service sent an invalid response: merchant.name is 7')
      expect(seen).toHaveLength(1)
    })
  })

  test('refuses an amount that is a number', async () => {
    const account = {
      id: 'acc_1',
      name: 'Checking',
      type: 'banking_checking',
      on_budget: true,
      balance: 12.5,
      cleared_balance: '12.50',
      pending_balance: '0.00',
      closed: false,
      notes: null,
      linked: false,
      last_reconciled_at: null,
      created_at: merchant.created_at,
      updated_at: merchant.updated_at,
    }
    await withService([json(200, { data: { accounts: [account] } })], async ({ url }) => {
      const error = await rejection(openTestClient(url).client.listAccounts({}))
      expect(error.message).toContain('accounts.0.balance is 12.5')
    })
  })

  test('refuses a compressed answer', async () => {
    await withService([json(200, {}, { 'content-encoding': 'gzip' })], async ({ url, seen }) => {
      const error = await rejection(openTestClient(url).client.listMerchants({}))
      expect(error.message).toContain('Content-Encoding is gzip')
      expect(seen).toHaveLength(1)
    })
  })

  test('ends after its timeout, even while the answer still arrives byte by byte', async () => {
    const dripping = (_: unknown, response: import('node:http').ServerResponse): void => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    }
    await withService([dripping], async ({ url, seen }) => {
      const error = await rejection(
        openTestClient(url, { timeouts: { whole: 100 } }).client.listMerchants({}),
      )
      expect(error).toBeInstanceOf(NetworkError)
      expect(seen).toHaveLength(4)
    })
  })
})

describe('a write', () => {
  test.each([
    ['the connection is cut', closeConnection],
    ['the answer is cut', raw('HTTP/1.1 201 Created\r\nContent-Length: 500\r\n\r\n{"data":')],
    ['the service fails', respondWithError(500, 'internal_error')],
    ['a gateway gives up', raw('HTTP/1.1 504 Gateway Time-out\r\nContent-Length: 4\r\n\r\nhtml')],
  ])(
    'of a unique name is made again when %s; after the last attempt it may have been applied',
    async (_, failing) => {
      await withService([failing], async ({ url, seen }) => {
        const error = await rejection(openTestClient(url).client.createMerchant({ body: { name: 'Kiosk' } }))
        expect(error).toMatchObject({ name: 'NetworkError', mayHaveApplied: true })
        expect(error.message).toMatch(/; the change may or may not have happened$/)
        expect(seen).toHaveLength(4)
      })
    },
  )

  test.each([
    ['the answer breaks the contract', json(201, { data: {} })],
    [
      'the service redirects it',
      raw('HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
    ],
  ])('is not made again when %s, because it may have been applied', async (_, failing) => {
    await withService([failing], async ({ url, seen }) => {
      const error = await rejection(openTestClient(url).client.createMerchant({ body: { name: 'Kiosk' } }))
      expect(error).toMatchObject({ name: 'NetworkError', mayHaveApplied: true })
      expect(error.message).toMatch(/; the change may or may not have happened$/)
      expect(seen).toHaveLength(1)
    })
  })

  test('is made again when the connection was refused', async () => {
    let gone = ''
    await withService([created], async ({ url }) => {
      gone = url
    })
    const { client, events } = openTestClient(gone)
    const error = await rejection(client.createMerchant({ body: { name: 'Kiosk' } }))
    expect(error).toMatchObject({
      name: 'NetworkError',
      mayHaveApplied: false,
      message: `Cannot reach ${gone}: connection refused`,
    })
    expect(events.map(({ event }) => event)).toEqual([
      'request',
      'retry',
      'request',
      'retry',
      'request',
      'retry',
      'request',
    ])
  })

  test('that deletes something succeeds with any 2xx', async () => {
    const empty = raw('HTTP/1.1 204 No Content\r\n\r\n')
    await withService([empty], async ({ url }) => {
      expect(await openTestClient(url).client.deleteAccount({ account_id: 'acc_1' })).toEqual({
        deleted: true,
        id: 'acc_1',
      })
    })
  })

  test('that was sent is waited for, even when its caller aborts', async () => {
    const giveUp = new AbortController()
    const answering: typeof created = (request, response, count) => {
      giveUp.abort(new Error('interrupted'))
      created(request, response, count)
    }
    await withService([answering], async ({ url, seen }) => {
      const { client } = openTestClient(url)
      expect(await client.createMerchant({ body: { name: 'Kiosk' } }, giveUp.signal)).toEqual({ merchant })
      expect(await rejection(client.listMerchants({}, giveUp.signal))).toBe(giveUp.signal.reason)
      expect(seen).toHaveLength(1)
    })
  })
})

test('an aborted read is rejected with the reason of its caller', async () => {
  const giveUp = new AbortController()
  const reason = new Error('interrupted')
  await withService([() => giveUp.abort(reason)], async ({ url, seen }) => {
    expect(await rejection(openTestClient(url).client.listMerchants({}, giveUp.signal))).toBe(reason)
    expect(seen).toHaveLength(1)
  })
})

describe('a refusal', () => {
  test('with an unknown error name gets the name that belongs to its status', async () => {
    await withService([respondWithError(409, 'name_taken')], async ({ url }) => {
      const error = await rejection(openTestClient(url).client.createMerchant({ body: { name: 'Kiosk' } }))
      expect(error).toEqual(new ApiError('conflict', 'name_taken: name_taken it is'))
    })
  })

  test("shows the beginning of a proxy's page without control characters", async () => {
    const page = `<h1>\u001b[31mNo</h1>${'.'.repeat(900)}`
    const forbidden = raw(`HTTP/1.1 403 Forbidden\r\nContent-Length: ${page.length}\r\n\r\n${page}`)
    await withService([forbidden], async ({ url }) => {
      const error = await rejection(openTestClient(url).client.listMerchants({}))
      expect(error).toEqual(new ApiError('forbidden', `HTTP 403: <h1> [31mNo</h1>${'.'.repeat(184)}`))
    })
  })
})
