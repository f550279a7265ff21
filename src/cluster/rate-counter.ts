/**
 * Counts the requests of each key in the database, so that the limit holds across machines.
 * Requests that arrive while one count is under way are counted together by the next.
 * @see docs/spec.md#r1
 */

import { ApiError } from '../contract/errors.ts'
import type { ConnectionPool } from './postgres.ts'
import { countRequests } from './statements.ts'

/** The limit, and where it is counted. */
export interface RateCounterOptions {
  /** Its commits need not reach the disk: a crash may forget some requests. */
  pool: ConnectionPool
  requests: number
  seconds: number
  /** Milliseconds since 1970. */
  now: () => number
}

interface WaitingRequest {
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that counts one request of a key.
 * @throws ApiError rate_limit_exceeded when the window is used up
 * @see docs/spec.md#r2
 */
export function createRateCounter(options: RateCounterOptions): (key_id: string) => Promise<void> {
  const waiting = new Map<string, WaitingRequest[]>()

  async function countAll(key_id: string, queue: WaitingRequest[]): Promise<void> {
    while (queue.length > 0) {
      const requests = queue.splice(0)
      try {
        const { free, wait } = await countInWindow(options, key_id, requests.length)
        const refusal = (): ApiError =>
          new ApiError(
            'rate_limit_exceeded',
            `more than ${options.requests} requests in ${options.seconds} seconds`,
            wait,
          )
        for (const [index, { resolve, reject }] of requests.entries()) {
          if (index < free) resolve()
          else reject(refusal())
        }
      } catch (error) {
        for (const { reject } of requests) reject(error)
      }
    }
    waiting.delete(key_id)
  }

  return (key_id) =>
    new Promise((resolve, reject) => {
      const request = { resolve, reject }
      const queue = waiting.get(key_id)
      if (queue) queue.push(request)
      else {
        const started = [request]
        waiting.set(key_id, started)
        void countAll(key_id, started)
      }
    })
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
