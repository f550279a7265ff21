/**
 * Limits the requests of each key in a fixed window, which begins with the key's first request.
 * @see docs/spec.md#r1
 */

import { rateLimitError } from '../contract/errors.ts'

interface RateWindow {
  endsAt: number
  count: number
}

/**
 * Returns a function that counts one request of a key.
 * @throws ApiError rate_limit_exceeded when the window is used up
 * @see docs/spec.md#r2
 * @see docs/spec.md#r3
 */
export function createRateLimiter({
  requests,
  seconds,
  now,
}: {
  requests: number
  seconds: number
  now: () => number
}) {
  const windows = new Map<string, RateWindow>()
  return (keyId: string): void => {
    const time = now()
    let window = windows.get(keyId)
    // A window that ends too late began before the clock was set back.
    if (!window || time >= window.endsAt || window.endsAt > time + seconds * 1000) {
      window = { endsAt: time + seconds * 1000, count: 0 }
      windows.set(keyId, window)
    }
    if (window.count >= requests) {
      const wait = Math.max(1, Math.ceil((window.endsAt - time) / 1000))
      throw rateLimitError({ requests, seconds }, wait)
    }
    window.count++
  }
}
