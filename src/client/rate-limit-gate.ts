/** What stands between a request and the service: its word, our count of the hour, and the person's own limit. */ // reliability.md §2.5 §2.6

import { ApiError } from '../contract/errors.ts'
import type { Ledger } from '../contract/ports/rate-limit.ts'
import { LONGEST_WAIT, readRetryAfter, type Timing, untoldWait, waitUntil } from './backoff.ts'
import type { ClientEvent } from './events.ts'

const MOST_WAITS = 8

export interface Patience extends Timing {
  /** How many seconds of waiting for the rate limit are allowed. */
  max_wait_seconds: number
  ledger: Ledger | undefined
  /** Requests that may still be made; undefined when nobody counts. */
  allowance: { left: number } | undefined
  note: (event: ClientEvent) => void
}

/** Why a request may not be repeated: there were too many repetitions this hour. */
export const exhausted = Symbol('exhausted')

/** The gate of one request. */
export interface Gate {
  /** Milliseconds spent waiting. */
  waited: () => number
  /** Returns when the next attempt may be sent. Throws rate_limit_exceeded when that is too long to wait. */
  enter: (attempt: { repeated: boolean }) => Promise<typeof exhausted | undefined>
  /** The attempt was answered, or failed, other than by a limit. */
  passed: () => void
  /** The attempt never reached the service: it is not counted. */
  unsent: () => void
  /** The service takes no more: waits as it asked. Throws its refusal when that is longer than allowed. */
  refused: (error: Error, retryAfter: string | undefined) => Promise<void>
}

/** The gate of one request; every attempt goes through it. */
export function gateOf(patience: Patience, signal: AbortSignal | undefined): Gate {
  const { ledger, allowance } = patience
  let times = 0
  let waited = 0
  let onTrial = false
  let entered = 0

  async function wait(seconds: number, error: string): Promise<void> {
    const now = patience.now()
    const allowed = Math.min(patience.max_wait_seconds - waited / 1000, LONGEST_WAIT)
    if (seconds > allowed || times > MOST_WAITS) throw new ApiError('rate_limit_exceeded', error, seconds)
    // Never earlier than asked, and not all clients at the same moment. reliability.md row 20
    const until = now + (seconds + 1 + 2 * patience.random()) * 1000
    patience.note({ event: 'wait', seconds, until })
    const tick = (left_seconds: number) => patience.note({ event: 'waiting', until, left_seconds })
    try {
      await waitUntil(until, patience, { tick, ...(signal && { signal }) })
    } finally {
      patience.note({ event: 'waited' })
    }
    waited += patience.now() - now
  }

  return {
    waited: () => waited,
    async enter({ repeated }) {
      if (allowance && allowance.left <= 0) {
        throw new ApiError('rate_limit_exceeded', 'no more requests are allowed by --max-requests')
      }
      for (;;) {
        const now = patience.now()
        const admission = ledger?.admit(now, { repeated }) ?? { on_trial: false }
        if (admission.refused) return exhausted
        if (admission.wait_until === undefined) {
          onTrial = admission.on_trial
          entered = now
          if (allowance) allowance.left--
          return undefined
        }
        if (!admission.blocked) await patience.wait(admission.wait_until - now, signal)
        // Somebody here was told so; asking again would only spend a request.
        else await wait(Math.ceil((admission.wait_until - now) / 1000), 'the service takes no more requests')
      }
    },
    passed() {
      if (onTrial) ledger?.passed(patience.now())
    },
    unsent() {
      ledger?.unsent(entered)
      if (allowance) allowance.left++
    },
    async refused(error, retryAfter) {
      const now = patience.now()
      const seconds = readRetryAfter(retryAfter, now) ?? untoldWait(times)
      times++
      if (seconds <= LONGEST_WAIT) ledger?.block(now + seconds * 1000)
      await wait(seconds, error.message)
    },
  }
}
