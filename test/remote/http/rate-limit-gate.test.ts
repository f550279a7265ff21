/** Tests reserving requests, and which requests count against the rate limit. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RateLimitStore } from '../../../src/contract/ports/remote-caches.ts'
import { type ClientOptions } from '../../../src/remote/http/client.ts'
import { openStateDatabase } from '../../../src/store/state-db.ts'
import { openTestClient } from '../../support/http-service.ts'

const base_url = 'https://budget.test'
const started = Date.UTC(2026, 10, 20, 12)
const minutes = (count: number): number => count * 60_000

let folder: string
let state: ReturnType<typeof openStateDatabase>
let ledger: RateLimitStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  state = openStateDatabase(folder)
  ledger = state.rateLimitStore({ base_url, workspace_id: 'ws_1', key: 'key-of-a-test' })
})
afterEach(() => {
  state.close()
  rmSync(folder, { recursive: true })
})

/** Reserves so many requests after so many were sent in this window. */
function priced(requests: number, used: number, more: Partial<ClientOptions> = {}) {
  for (let made = 0; made < used; made++) ledger.admit(started - minutes(10), { repeated: false })
  const { client, events } = openTestClient(base_url, {
    rateLimitStore: ledger,
    max_wait_of_many: 3900,
    ...more,
  })
  client.reserveRequests(requests)
  return events
}

describe('many requests', () => {
  test('that fit in the hour have no price', () => {
    expect(priced(61, 139)).toEqual([])
  })

  test('that do not are told with what is left, and take up to an hour', () => {
    expect(priced(104, 139)).toEqual([{ event: 'price', needed: 104, left: 61, pause_seconds: 3000 }])
  })

  test('that fill several hours take all of them', () => {
    expect(priced(462, 139)).toEqual([{ event: 'price', needed: 462, left: 61, pause_seconds: 10_200 }])
  })

  test('wait for the moment the service has named', () => {
    ledger.blockUntil(started + minutes(37))
    expect(priced(2, 0)).toEqual([{ event: 'price', needed: 2, left: 0, pause_seconds: 37 * 60 }])
  })

  test.each([
    ['nobody may wait', { max_wait_of_many: 0, max_wait_seconds: 0 }, 3000],
    ['nobody may wait so long', { max_wait_of_many: 600 }, 3000],
  ])('are refused before the first when %s', (_, more, retryAfter) => {
    expect(() => priced(104, 139, more)).toThrow(
      expect.objectContaining({
        name: 'rate_limit_exceeded',
        detail: 'needs 104 requests, but about 61 are left this hour; nothing was changed',
        retryAfter,
      }),
    )
  })

  test('are refused before the first when fewer were allowed', () => {
    expect(() => priced(5, 0, { max_requests: 4 })).toThrow(
      'needs 5 requests, but --max-requests leaves 4; nothing was changed',
    )
  })
})

test('a single request has no price: what it may wait is another matter', () => {
  expect(priced(1, 200, { max_requests: 0, max_wait_of_many: 0 })).toEqual([])
})

test('a request that nobody takes is not counted, nor are its repetitions', async () => {
  const { client } = openTestClient('http://127.0.0.1:9', { rateLimitStore: ledger, now: () => started })
  await expect(client.listAccounts({})).rejects.toMatchObject({ mayHaveApplied: false })
  expect(ledger.readQuota(started)).toMatchObject({ used: 0, left: 200, resets_at: null })
  await client.close()
})
