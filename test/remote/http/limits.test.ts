/** Tests the timeouts and the size limit of responses. */

import { describe, expect, test } from 'vitest'
import { json, openTestClient, rejection, respondWithError, withService } from '../../support/http-service.ts'

const merchants = json(200, { data: { merchants: [] } })
const limited = (retryAfter?: string) =>
  respondWithError(429, 'rate_limit_exceeded', retryAfter === undefined ? {} : { 'retry-after': retryAfter })

describe('when the rate limit is reached', () => {
  test('a request waits as long as it was told, a second and a moment longer, and is made again', async () => {
    await withService([limited('30'), merchants], async ({ url, seen }) => {
      const { client, events, waited } = openTestClient(url)
      expect(await client.listMerchants({})).toEqual({ merchants: [] })
      expect(seen).toHaveLength(2)
      expect(waited()).toBe(32_000)
      expect(events[1]).toEqual({ event: 'wait', seconds: 30, until: Date.UTC(2026, 10, 20, 12, 0, 32) })
    })
  })

  test('a write waits as well, for it was not done', async () => {
    const created = json(201, {
      data: { merchant: { id: 'mer_1', name: 'Kiosk', created_at: '2026', updated_at: '2026' } },
    })
    await withService([limited('1'), created], async ({ url, seen }) => {
      await openTestClient(url).client.createMerchant({ body: { name: 'Kiosk' } })
      expect(seen.map(({ body }) => body)).toEqual(['{"name":"Kiosk"}', '{"name":"Kiosk"}'])
    })
  })

  test.each([
    ['61', 60, 61],
    ['1', 0, 1],
    ['0', 0, 0],
    ['3701', 3900, 3701],
    ['999999999', 3900, 999_999_999],
  ])(
    'Retry-After %s is too long for one who waits %d seconds',
    async (header, max_wait_seconds, retryAfter) => {
      await withService([limited(header)], async ({ url, seen }) => {
        const { client, waited } = openTestClient(url, { max_wait_seconds })
        const error = await rejection(client.listMerchants({}))
        expect(error).toMatchObject({ name: 'rate_limit_exceeded', retryAfter })
        expect(seen).toHaveLength(1)
        expect(waited()).toBe(0)
      })
    },
  )

  test('long work waits for a whole window', async () => {
    await withService([limited('3600'), merchants], async ({ url }) => {
      const { client, waited } = openTestClient(url, { max_wait_seconds: 3900 })
      await client.listMerchants({})
      expect(waited()).toBe(3_602_000)
    })
  })

  test.each([undefined, 'abc', '-5', '1.5', '1e3', ''])(
    'Retry-After %j is taken for a minute, then for two',
    async (header) => {
      await withService([limited(header), limited(header), merchants], async ({ url }) => {
        const { client, waited } = openTestClient(url, { max_wait_seconds: 300 })
        await client.listMerchants({})
        expect(waited()).toBe(62_000 + 122_000)
      })
    },
  )

  test('a service that never takes one again is given up', async () => {
    await withService([limited('1')], async ({ url, seen }) => {
      const error = await rejection(openTestClient(url, { max_wait_seconds: 3900 }).client.listMerchants({}))
      expect(error).toMatchObject({ name: 'rate_limit_exceeded', retryAfter: 1 })
      expect(seen).toHaveLength(9)
    })
  })

  test('the wait ends at once when its caller gives up', async () => {
    await withService([limited('30')], async ({ url, seen }) => {
      const giveUp = new AbortController()
      const reason = new Error('interrupted')
      const wait = async (_: number, signal?: AbortSignal): Promise<void> => {
        giveUp.abort(reason)
        signal?.throwIfAborted()
      }
      expect(await rejection(openTestClient(url, { wait }).client.listMerchants({}, giveUp.signal))).toBe(
        reason,
      )
      expect(seen).toHaveLength(1)
    })
  })
})
