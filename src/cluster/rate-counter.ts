/**
 * Counts the requests of each key in the database, so that the limit holds across machines.
 * Requests that arrive while one count is under way are counted together by the next, with some in advance.
 * @see docs/spec.md#r1
 */

import { rateLimitError } from '../contract/errors.ts'
import { batchCalls } from './batch-calls.ts'
import type { ConnectionPool } from './postgres.ts'
import { countRequests } from './statements.ts'

/** The limit, and where it is counted. */
export interface RateCounterOptions {
  pool: ConnectionPool
  requests: number
  seconds: number
  /** Milliseconds since 1970. */
  now: () => number
}

/** Of so many requests of a window, a machine takes one in advance: it need not ask the database for each. */
const REQUESTS_PER_SHARE = 1000

/** Requests that are counted already and have not arrived yet. */
interface Share {
  left: number
  ends_at: number
}

/**
 * Returns a function that counts one request of a key.
 * @throws ApiError rate_limit_exceeded when the window is used up
 * @see docs/spec.md#r2
 */
export function createRateCounter(options: RateCounterOptions): (key_id: string) => Promise<void> {
  const advance = Math.floor(options.requests / REQUESTS_PER_SHARE)
  const shares = new Map<string, Share>()
  const count = batchCalls<string, undefined, undefined>({
    async run(key_id, batch) {
      const { free, ends_at } = await countInWindow(options, key_id, batch.length + advance)
      const wait = Math.max(1, Math.ceil((ends_at - options.now()) / 1000))
      for (const [index, { resolve, reject }] of batch.entries()) {
        if (index < free) resolve(undefined)
        else reject(rateLimitError(options, wait))
      }
      shares.set(key_id, { left: free - batch.length, ends_at })
    },
  })
  return async (key_id) => {
    const share = shares.get(key_id)
    if (share && share.left > 0 && options.now() < share.ends_at) share.left--
    else await count(key_id, undefined)
  }
}

/** Counts requests; returns how many of them are within the limit, and when the window ends. */
async function countInWindow(
  { pool, requests, seconds, now }: RateCounterOptions,
  key_id: string,
  count: number,
): Promise<{ free: number; ends_at: number }> {
  const time = now()
  const length = seconds * 1000
  const [row] = await pool.read(countRequests, [key_id, time, time + length, count, time + 2 * length])
  if (!row) throw new Error('the database returned no count')
  const left = requests - (row.requests - count)
  return { free: Math.min(count, Math.max(0, left)), ends_at: row.ends_at }
}
