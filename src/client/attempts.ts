/** Makes a request until it is answered, as often as is safe and fair. */ // reliability.md §2.2 §2.6

import { ApiError } from '../contract/errors.ts'
import type { ClientEvent } from './events.ts'
import type { Outcome } from './outcomes.ts'
import { backOff, LONGEST_WAIT, readRetryAfter, type Timing, untoldWait, waitUntil } from './waits.ts'

const MOST_ATTEMPTS = 4
const MOST_WAITS = 8
const LONGEST_OPERATION = 120_000

export interface Patience extends Timing {
  /** How many seconds of waiting for the rate limit are allowed. */
  max_wait_seconds: number
  note: (event: ClientEvent) => void
}

/** The reply of a request, or the error of its last attempt. A write whose fate is unknown is not made again. */
export async function persist(
  attempt: () => Promise<Outcome>,
  { isRead, patience, signal }: { isRead: boolean; patience: Patience; signal: AbortSignal | undefined },
): Promise<unknown> {
  const limit = rateLimit(patience, signal)
  const started = patience.now()
  for (let failures = 0; ; ) {
    signal?.throwIfAborted()
    const outcome = await attempt()
    if (outcome.class === 'done') return outcome.reply
    if (outcome.class === 'limited') {
      await limit.wait(outcome.error, outcome.retryAfter)
      continue
    }
    failures++
    const mayRepeat = outcome.class === 'not_sent' || (outcome.class === 'ambiguous' && isRead)
    const tooLate = patience.now() - started - limit.waited() > LONGEST_OPERATION
    if (!mayRepeat || tooLate || failures === MOST_ATTEMPTS || signal?.aborted) throw outcome.error
    patience.note({ event: 'retry', attempt: failures + 1, because: outcome.error.message })
    await backOff(failures, patience, signal)
  }
}

/** The waiting of one request for the service's window. */
function rateLimit(patience: Patience, signal: AbortSignal | undefined) {
  let times = 0
  let waited = 0
  return {
    /** Milliseconds spent. */
    waited: () => waited,
    /** Waits as the service asked; throws its refusal when that is longer than allowed. */
    async wait(error: Error, retryAfter: string | undefined): Promise<void> {
      const now = patience.now()
      const seconds = readRetryAfter(retryAfter, now) ?? untoldWait(times)
      times++
      const allowed = Math.min(patience.max_wait_seconds - waited / 1000, LONGEST_WAIT)
      if (seconds > allowed || times > MOST_WAITS) {
        throw new ApiError('rate_limit_exceeded', error.message, seconds)
      }
      // Never earlier than asked, and not all clients at the same moment. reliability.md row 20
      const until = now + (seconds + 1 + 2 * patience.random()) * 1000
      patience.note({ event: 'wait', seconds, until })
      await waitUntil(until, patience, signal)
      waited += patience.now() - now
    },
  }
}
