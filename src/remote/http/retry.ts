/** Repeats a request until it is answered, as often as is safe and allowed. @see docs/http-client.md#retries */

import { NetworkError } from '../../contract/errors.ts'
import { backOff } from './backoff.ts'
import type { AttemptOutcome } from './classify-response.ts'
import { createRateLimitGate, type RateLimitOptions, retriesExhausted } from './rate-limit-gate.ts'
import type { Recovery, RecoveryResult } from './recovery/recovery-context.ts'

const MAX_ATTEMPTS = 4
const MAX_OPERATION_MILLISECONDS = 120_000

interface RetryOptions {
  recovery: Recovery
  rateLimit: RateLimitOptions
  signal: AbortSignal | undefined
}

/** Holds the error of an attempt that may have been applied, until something shows whether it was. */
interface UnconfirmedWrite {
  error: Error | undefined
}

/**
 * Returns the reply of a request.
 * @throws the error of the last attempt; once an attempt may have been applied, the error of that attempt
 */
export async function withRetry(
  attempt: () => Promise<AttemptOutcome>,
  options: RetryOptions,
): Promise<unknown> {
  const unconfirmed: UnconfirmedWrite = { error: undefined }
  try {
    return await runAttempts(attempt, { ...options, unconfirmed })
  } catch (error) {
    throw unconfirmed.error ?? error
  }
}

async function runAttempts(
  attempt: () => Promise<AttemptOutcome>,
  { recovery, rateLimit, signal, unconfirmed }: RetryOptions & { unconfirmed: UnconfirmedWrite },
): Promise<unknown> {
  const gate = createRateLimitGate(rateLimit, signal)
  const startedAt = rateLimit.now()
  let lastError: Error | undefined
  for (let failures = 0; ; ) {
    signal?.throwIfAborted()
    if ((await gate.enter({ repeated: failures > 0 })) === retriesExhausted)
      throw lastError ?? new Error('no attempt yet')
    const sentAt = rateLimit.now()
    const outcome = await attempt()
    if (outcome.class === 'limited') {
      await gate.waitAfterLimit(outcome.error, outcome.retryAfter)
      continue
    }
    if (outcome.class === 'not_sent') gate.refund()
    else gate.markAnswered()
    if (outcome.class === 'done') return outcome.reply
    lastError = outcome.error
    failures++
    const result = await recoverAttempt(outcome, { recovery, sentAt, unconfirmed })
    if (typeof result === 'object' && 'reply' in result) return result.reply
    const isTooLate = rateLimit.now() - startedAt - gate.getWaitedMs() > MAX_OPERATION_MILLISECONDS
    if (result === 'unknown' || isTooLate || failures === MAX_ATTEMPTS || signal?.aborted) throw outcome.error
    rateLimit.emit({ event: 'retry', attempt: failures + 1, because: outcome.error.message })
    await backOff(failures, rateLimit, signal)
  }
}

/** Returns what became of a failed attempt; `unknown` ends the request with the attempt's error. */
async function recoverAttempt(
  outcome: Exclude<AttemptOutcome, { class: 'done' }>,
  { recovery, sentAt, unconfirmed }: { recovery: Recovery; sentAt: number; unconfirmed: UnconfirmedWrite },
): Promise<RecoveryResult> {
  if (outcome.class === 'not_sent') return 'not_applied'
  if (outcome.class === 'refused' && unconfirmed.error && recovery.isProofOfFailure(outcome.error))
    unconfirmed.error = undefined
  if (outcome.class === 'refused' && unconfirmed.error) {
    const reply = await recovery.explainRefusal(outcome.error)
    return reply === undefined ? 'unknown' : { reply }
  }
  if (outcome.class !== 'ambiguous') return 'unknown'
  unconfirmed.error = outcome.error
  const result = await recovery.recover(outcome.error, sentAt)
  if (result === 'not_applied') unconfirmed.error = undefined
  if (typeof result === 'object' && 'candidateIds' in result) {
    const message = `${outcome.error.message}; these exist now: ${result.candidateIds.join(', ')}`
    unconfirmed.error = new NetworkError(message, true, { cause: outcome.error })
    return 'unknown'
  }
  return result
}
