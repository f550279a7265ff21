/**
 * What many requests will cost, known before the first of them is sent.
 * @see docs/http-client.md#rate-limit
 * @see docs/http-client.md#wait-or-fail
 */

import { ApiError } from '../contract/errors.ts'
import { unusedQuota } from '../contract/ports/rate-limit.ts'
import type { RequestEstimate } from './events.ts'
import type { RateLimitOptions } from './rate-limit-gate.ts'

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
