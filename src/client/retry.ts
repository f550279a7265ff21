/** Makes a request until it is answered, as often as is safe and fair. @see docs/http-client.md#retries */

import { NetworkError } from '../contract/errors.ts'
import { backOff } from './backoff.ts'
import type { AttemptOutcome } from './classify-response.ts'
import { createRateLimitGate, type RateLimitOptions, retriesExhausted } from './rate-limit-gate.ts'

const MAX_ATTEMPTS = 4
const MAX_OPERATION_MILLISECONDS = 120_000

/**
 * What became of a request without an answer: it happened; it did not and will not; it may have, but sending it again
 * does no harm; or nobody can tell, though some things were found that may come from it.
 */
export type RecoveryResult =
  | { reply: unknown }
  | 'did_not_happen'
  | 'send_again'
  | 'unknown'
  | { found: string[] }

/** What to do when an attempt may have happened. */
export interface Recovery {
  /** Finds out about an attempt sent at that moment. */
  recover: (error: Error, sent_at: number) => Promise<RecoveryResult>
  /** The reply behind a refusal that only says an earlier attempt did happen; undefined for any other. */
  explainConflict: (refusal: Error) => Promise<unknown>
  /** Does a refusal show that no earlier attempt happened? */
  isProofOfFailure: (refusal: Error) => boolean
}

interface RetryOptions {
  settling: Recovery
  patience: RateLimitOptions
  signal: AbortSignal | undefined
}

/** The reply of a request, or the error of its last attempt; once an attempt may have happened, always its error. */
export async function withRetry(
  attempt: () => Promise<AttemptOutcome>,
  { settling, patience, signal }: RetryOptions,
): Promise<unknown> {
  const doubt: UnconfirmedWrite = { error: undefined }
  try {
    return await runAttempts(attempt, { settling, patience, signal, doubt })
  } catch (error) {
    throw doubt.error ?? error
  }
}

/** The error of an attempt that may have happened, as long as nothing shows whether it did. */
interface UnconfirmedWrite {
  error: Error | undefined
}

async function runAttempts(
  attempt: () => Promise<AttemptOutcome>,
  { settling, patience, signal, doubt }: RetryOptions & { doubt: UnconfirmedWrite },
): Promise<unknown> {
  const gate = createRateLimitGate(patience, signal)
  const started = patience.now()
  let last: Error | undefined
  for (let failures = 0; ; ) {
    signal?.throwIfAborted()
    if ((await gate.enter({ repeated: failures > 0 })) === retriesExhausted)
      throw last ?? new Error('no attempt yet')
    const sent_at = patience.now()
    const outcome = await attempt()
    if (outcome.class === 'limited') {
      await gate.waitAfterLimit(outcome.error, outcome.retryAfter)
      continue
    }
    if (outcome.class === 'not_sent') gate.refund()
    else gate.markAnswered()
    if (outcome.class === 'done') return outcome.reply
    last = outcome.error
    failures++
    const found = await recoverAttempt(outcome, { settling, sent_at, doubt })
    if (typeof found === 'object' && 'reply' in found) return found.reply
    const tooLate = patience.now() - started - gate.getWaitedMs() > MAX_OPERATION_MILLISECONDS
    if (found === 'unknown' || tooLate || failures === MAX_ATTEMPTS || signal?.aborted) throw outcome.error
    patience.emit({ event: 'retry', attempt: failures + 1, because: outcome.error.message })
    await backOff(failures, patience, signal)
  }
}

/** What a failed attempt leaves to do: `unknown` ends the matter with its error. */
async function recoverAttempt(
  outcome: Exclude<AttemptOutcome, { class: 'done' }>,
  { settling, sent_at, doubt }: { settling: Recovery; sent_at: number; doubt: UnconfirmedWrite },
): Promise<RecoveryResult> {
  if (outcome.class === 'not_sent') return 'did_not_happen'
  if (outcome.class === 'refused' && doubt.error && settling.isProofOfFailure(outcome.error))
    doubt.error = undefined
  if (outcome.class === 'refused' && doubt.error) {
    const reply = await settling.explainConflict(outcome.error)
    return reply === undefined ? 'unknown' : { reply }
  }
  if (outcome.class !== 'ambiguous') return 'unknown'
  doubt.error = outcome.error
  const found = await settling.recover(outcome.error, sent_at)
  if (found === 'did_not_happen') doubt.error = undefined
  if (typeof found === 'object' && 'found' in found) {
    const there = `${outcome.error.message}; these are there now: ${found.found.join(', ')}`
    doubt.error = new NetworkError(there, true, { cause: outcome.error })
    return 'unknown'
  }
  return found
}
