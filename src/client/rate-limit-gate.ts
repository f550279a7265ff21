/**
 * What stands between a request and the service: its word, our count of the hour, and the person's own limit.
 * @see docs/http-client.md#rate-limit
 * @see docs/http-client.md#wait-or-fail
 */

import { ApiError } from '../contract/errors.ts'
import { type RateLimitStore, unusedQuota } from '../contract/ports/rate-limit.ts'
import { getDefaultWait, MAX_WAIT_SECONDS, parseRetryAfter, type Timing, waitUntil } from './backoff.ts'
import type { ClientEvent, RequestEstimate } from './events.ts'

const MAX_WAITS = 8

export interface RateLimitOptions extends Timing {
  /** How many seconds of waiting for the rate limit are allowed. */
  max_wait_seconds: number
  rateLimitStore: RateLimitStore | undefined
  /** Requests that may still be made; undefined when nobody counts. */
  allowance: { left: number } | undefined
  emit: (event: ClientEvent) => void
}

/** Why a request may not be repeated: there were too many repetitions this hour. */
export const retriesExhausted = Symbol('exhausted')

/** The gate of one request. */
export interface RateLimitGate {
  /** Milliseconds spent waiting. */
  getWaitedMs: () => number
  /** Returns when the next attempt may be sent. Throws rate_limit_exceeded when that is too long to wait. */
  enter: (attempt: { repeated: boolean }) => Promise<typeof retriesExhausted | undefined>
  /** The attempt was answered, or failed, other than by a limit. */
  markAnswered: () => void
  /** The attempt never reached the service: it is not counted. */
  refund: () => void
  /** The service takes no more: waits as it asked. Throws its refusal when that is longer than allowed. */
  waitAfterLimit: (error: Error, retryAfter: string | undefined) => Promise<void>
}

/** The gate of one request; every attempt goes through it. */
export function createRateLimitGate(
  patience: RateLimitOptions,
  signal: AbortSignal | undefined,
): RateLimitGate {
  const { rateLimitStore, allowance } = patience
  let times = 0
  let waited = 0
  let onTrial = false
  let entered = 0

  async function wait(seconds: number, error: string): Promise<void> {
    const now = patience.now()
    const allowed = Math.min(patience.max_wait_seconds - waited / 1000, MAX_WAIT_SECONDS)
    if (seconds > allowed || times > MAX_WAITS) throw new ApiError('rate_limit_exceeded', error, seconds)
    // Never earlier than asked, and not all clients at the same moment. docs/http-client.md#row-20
    const until = now + (seconds + 1 + 2 * patience.random()) * 1000
    patience.emit({ event: 'wait', seconds, until })
    const tick = (left_seconds: number) => patience.emit({ event: 'waiting', until, left_seconds })
    try {
      await waitUntil(until, patience, { tick, ...(signal && { signal }) })
    } finally {
      patience.emit({ event: 'waited' })
    }
    waited += patience.now() - now
  }

  return {
    getWaitedMs: () => waited,
    async enter({ repeated }) {
      if (allowance && allowance.left <= 0) {
        throw new ApiError('rate_limit_exceeded', 'no more requests are allowed by --max-requests')
      }
      for (;;) {
        const now = patience.now()
        const admission = rateLimitStore?.admit(now, { repeated }) ?? { isProbe: false }
        if (admission.retriesExhausted) return retriesExhausted
        if (admission.wait_until === undefined) {
          onTrial = admission.isProbe
          entered = now
          if (allowance) allowance.left--
          return undefined
        }
        if (!admission.blocked) await patience.wait(admission.wait_until - now, signal)
        // Somebody here was told so; asking again would only spend a request.
        else await wait(Math.ceil((admission.wait_until - now) / 1000), 'the service takes no more requests')
      }
    },
    markAnswered() {
      if (onTrial) rateLimitStore?.confirmProbe(patience.now())
    },
    refund() {
      rateLimitStore?.refund(entered)
      if (allowance) allowance.left++
    },
    async waitAfterLimit(error, retryAfter) {
      const now = patience.now()
      const seconds = parseRetryAfter(retryAfter, now) ?? getDefaultWait(times)
      times++
      if (seconds <= MAX_WAIT_SECONDS) rateLimitStore?.blockUntil(now + seconds * 1000)
      await wait(seconds, error.message)
    },
  }
}
const HOUR_SECONDS = 3600
/** The price of requests the hour has no room for. Throws rate_limit_exceeded when nobody may pay it. */

export function estimateRequests(requests: number, patience: RateLimitOptions): RequestEstimate | undefined {
  const { allowance, rateLimitStore, max_wait_seconds: longest } = patience
  if (allowance && allowance.left < requests) {
    const detail = `needs ${requests} requests, and --max-requests leaves ${allowance.left}; nothing was changed`
    throw new ApiError('rate_limit_exceeded', detail)
  }
  const now = patience.now()
  const { limit, left, resets_at } = rateLimitStore?.readQuota(now) ?? unusedQuota
  if (requests <= left) return undefined
  const untilNext = resets_at === null ? HOUR_SECONDS : Math.ceil((resets_at - now) / 1000)
  if (untilNext > longest) {
    const detail = `needs ${requests} requests, about ${left} left this hour; nothing was changed`
    throw new ApiError('rate_limit_exceeded', detail, untilNext)
  }
  const hoursAfter = Math.ceil((requests - left) / limit) - 1
  return { needed: requests, left, pause_seconds: untilNext + hoursAfter * HOUR_SECONDS }
}
