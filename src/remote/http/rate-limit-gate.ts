/**
 * Delays or rejects a request by Retry-After, the shared hourly counter and --max-requests.
 * @see docs/http-client.md#rate-limit
 * @see docs/http-client.md#wait-or-fail
 */

import { ApiError } from '../../contract/errors.ts'
import { type RateLimitStore, unusedQuota } from '../../contract/ports/remote-caches.ts'
import { getDefaultWait, MAX_WAIT_SECONDS, parseRetryAfter, type Timing, waitUntil } from './backoff.ts'
import type { ClientEvent, RequestEstimate } from './events.ts'

const MAX_WAITS = 8

/** What limits the requests of a client. */
export interface RateLimitOptions extends Timing {
  /** How many seconds a request may wait. */
  max_wait_seconds: number
  rateLimitStore: RateLimitStore | undefined
  /** The requests left of --max-requests; undefined without a limit. */
  allowance: { left: number } | undefined
  emit: (event: ClientEvent) => void
}

/** Returned when a request must not be repeated: the window has seen too many retries. */
export const retriesExhausted = Symbol('exhausted')

/** The rate limit as one request passes it, attempt by attempt. */
export interface RateLimitGate {
  /** Returns how many milliseconds the request has waited. */
  getWaitedMs: () => number
  /**
   * Waits until the next attempt may be sent.
   * @throws ApiError rate_limit_exceeded when the wait would be too long
   */
  enter: (attempt: { repeated: boolean }) => Promise<typeof retriesExhausted | undefined>
  /** Records that an attempt was answered, or failed for another reason than the rate limit. */
  markAnswered: () => void
  /** Uncounts an attempt that never reached the service. */
  refund: () => void
  /**
   * Waits as long as a 429 asks.
   * @throws ApiError rate_limit_exceeded when the wait would be too long
   */
  waitAfterLimit: (error: Error, retryAfter: string | undefined) => Promise<void>
}

/** Returns the gate of one request; every attempt passes it. */
export function createRateLimitGate(
  options: RateLimitOptions,
  signal: AbortSignal | undefined,
): RateLimitGate {
  const { rateLimitStore, allowance } = options
  let refusals = 0
  let waitedMs = 0
  let isProbe = false
  let enteredAt = 0

  async function wait(seconds: number, error: string): Promise<void> {
    const now = options.now()
    const allowed = Math.min(options.max_wait_seconds - waitedMs / 1000, MAX_WAIT_SECONDS)
    if (allowed <= 0 || seconds > allowed || refusals > MAX_WAITS)
      throw new ApiError('rate_limit_exceeded', error, seconds)
    // Never earlier than asked, and not every client at the same moment. docs/http-client.md#row-20
    const until = now + (seconds + 1 + 2 * options.random()) * 1000
    options.emit({ event: 'wait', seconds, until })
    const tick = (left_seconds: number) => options.emit({ event: 'waiting', until, left_seconds })
    try {
      await waitUntil(until, options, { tick, ...(signal && { signal }) })
    } finally {
      options.emit({ event: 'waited' })
    }
    waitedMs += options.now() - now
  }

  return {
    getWaitedMs: () => waitedMs,
    async enter({ repeated }) {
      if (allowance && allowance.left <= 0) {
        throw new ApiError('rate_limit_exceeded', 'the limit of --max-requests is reached')
      }
      for (;;) {
        const now = options.now()
        const admission = rateLimitStore?.admit(now, { repeated }) ?? { isProbe: false }
        if (admission.retriesExhausted) return retriesExhausted
        if (admission.wait_until === undefined) {
          isProbe = admission.isProbe
          enteredAt = now
          if (allowance) allowance.left--
          return undefined
        }
        if (!admission.blocked) await options.wait(admission.wait_until - now, signal)
        // The service has refused a request of this machine until then; another one would be refused too.
        else await wait(Math.ceil((admission.wait_until - now) / 1000), 'the rate limit is reached')
      }
    },
    markAnswered() {
      if (isProbe) rateLimitStore?.confirmProbe(options.now())
    },
    refund() {
      rateLimitStore?.refund(enteredAt)
      if (allowance) allowance.left++
    },
    async waitAfterLimit(error, retryAfter) {
      const now = options.now()
      const seconds = parseRetryAfter(retryAfter, now) ?? getDefaultWait(refusals)
      refusals++
      if (seconds <= MAX_WAIT_SECONDS) rateLimitStore?.blockUntil(now + seconds * 1000)
      await wait(seconds, error.message)
    },
  }
}
const HOUR_SECONDS = 3600

/**
 * Returns the pause that many requests will need; undefined when the window allows them all.
 * @throws ApiError rate_limit_exceeded when the pause would be too long
 */
export function estimateRequests(requests: number, options: RateLimitOptions): RequestEstimate | undefined {
  const { allowance, rateLimitStore, max_wait_seconds: maxWaitSeconds } = options
  if (allowance && allowance.left < requests) {
    const detail = `needs ${requests} requests, but --max-requests leaves ${allowance.left}; nothing was changed`
    throw new ApiError('rate_limit_exceeded', detail)
  }
  const now = options.now()
  const { limit, left, resets_at } = rateLimitStore?.readQuota(now) ?? unusedQuota
  if (requests <= left) return undefined
  const secondsUntilNext = resets_at === null ? HOUR_SECONDS : Math.ceil((resets_at - now) / 1000)
  if (secondsUntilNext > maxWaitSeconds) {
    const detail = `needs ${requests} requests, but about ${left} are left this hour; nothing was changed`
    throw new ApiError('rate_limit_exceeded', detail, secondsUntilNext)
  }
  const moreWindows = Math.ceil((requests - left) / limit) - 1
  return { needed: requests, left, pause_seconds: secondsUntilNext + moreWindows * HOUR_SECONDS }
}
