/**
 * Counts the requests of each key in the database, so that the limit holds across machines.
 * Requests that arrive while one count is under way are counted together by the next.
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

/**
 * Returns a function that counts one request of a key.
 * @throws ApiError rate_limit_exceeded when the window is used up
 * @see docs/spec.md#r2
 */
export function createRateCounter(options: RateCounterOptions): (key_id: string) => Promise<void> {
  const count = batchCalls<string, undefined, undefined>({
    async run(key_id, batch) {
      const { free, wait } = await countInWindow(options, key_id, batch.length)
      for (const [index, { resolve, reject }] of batch.entries()) {
        if (index < free) resolve(undefined)
        else reject(rateLimitError(options, wait))
      }
    },
  })
  return (key_id) => count(key_id, undefined)
}

/** Counts requests; returns how many of them are within the limit, and the seconds until the next window. */
async function countInWindow(
  { pool, requests, seconds, now }: RateCounterOptions,
  key_id: string,
  count: number,
): Promise<{ free: number; wait: number }> {
  const time = now()
  const length = seconds * 1000
  const [row] = await pool.read(countRequests, [key_id, time, time + length, count, time + 2 * length])
  if (!row) throw new Error('the database returned no count')
  const wait = Math.max(1, Math.ceil((row.ends_at - time) / 1000))
  return { free: Math.max(0, requests - (row.requests - count)), wait }
}
