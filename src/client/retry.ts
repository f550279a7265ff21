/** Makes a request until it is answered, as often as is safe and fair. */ // reliability.md §2.2

import { Unreachable } from '../contract/errors.ts'
import { backOff } from './backoff.ts'
import type { Outcome } from './classify-response.ts'
import { exhausted, gateOf, type Patience } from './rate-limit-gate.ts'

const MOST_ATTEMPTS = 4
const LONGEST_OPERATION = 120_000

/**
 * What became of a request without an answer: it happened; it did not and will not; it may have, but sending it again
 * does no harm; or nobody can tell, though some things were found that may come from it.
 */
export type Settled = { reply: unknown } | 'did_not_happen' | 'send_again' | 'unknown' | { found: string[] }

/** What to do when an attempt may have happened. */
export interface Settling {
  /** Finds out about an attempt sent at that moment. */
  settle: (error: Error, sent_at: number) => Promise<Settled>
  /** The reply behind a refusal that only says an earlier attempt did happen; undefined for any other. */
  explain: (refusal: Error) => Promise<unknown>
  /** Does a refusal show that no earlier attempt happened? */
  disproves: (refusal: Error) => boolean
}

interface Persistence {
  settling: Settling
  patience: Patience
  signal: AbortSignal | undefined
}

/** The reply of a request, or the error of its last attempt; once an attempt may have happened, always its error. */
export async function persist(
  attempt: () => Promise<Outcome>,
  { settling, patience, signal }: Persistence,
): Promise<unknown> {
  const doubt: Doubt = { lost: undefined }
  try {
    return await repeat(attempt, { settling, patience, signal, doubt })
  } catch (error) {
    throw doubt.lost ?? error
  }
}

/** The error of an attempt that may have happened, as long as nothing shows whether it did. */
interface Doubt {
  lost: Error | undefined
}

async function repeat(
  attempt: () => Promise<Outcome>,
  { settling, patience, signal, doubt }: Persistence & { doubt: Doubt },
): Promise<unknown> {
  const gate = gateOf(patience, signal)
  const started = patience.now()
  let last: Error | undefined
  for (let failures = 0; ; ) {
    signal?.throwIfAborted()
    if ((await gate.enter({ repeated: failures > 0 })) === exhausted)
      throw last ?? new Error('no attempt yet')
    const sent_at = patience.now()
    const outcome = await attempt()
    if (outcome.class === 'limited') {
      await gate.refused(outcome.error, outcome.retryAfter)
      continue
    }
    if (outcome.class === 'not_sent') gate.unsent()
    else gate.passed()
    if (outcome.class === 'done') return outcome.reply
    last = outcome.error
    failures++
    const found = await settled(outcome, { settling, sent_at, doubt })
    if (typeof found === 'object' && 'reply' in found) return found.reply
    const tooLate = patience.now() - started - gate.waited() > LONGEST_OPERATION
    if (found === 'unknown' || tooLate || failures === MOST_ATTEMPTS || signal?.aborted) throw outcome.error
    patience.note({ event: 'retry', attempt: failures + 1, because: outcome.error.message })
    await backOff(failures, patience, signal)
  }
}

/** What a failed attempt leaves to do: `unknown` ends the matter with its error. */
async function settled(
  outcome: Exclude<Outcome, { class: 'done' }>,
  { settling, sent_at, doubt }: { settling: Settling; sent_at: number; doubt: Doubt },
): Promise<Settled> {
  if (outcome.class === 'not_sent') return 'did_not_happen'
  if (outcome.class === 'refused' && doubt.lost && settling.disproves(outcome.error)) doubt.lost = undefined
  if (outcome.class === 'refused' && doubt.lost) {
    const reply = await settling.explain(outcome.error)
    return reply === undefined ? 'unknown' : { reply }
  }
  if (outcome.class !== 'ambiguous') return 'unknown'
  doubt.lost = outcome.error
  const found = await settling.settle(outcome.error, sent_at)
  if (found === 'did_not_happen') doubt.lost = undefined
  if (typeof found === 'object' && 'found' in found) {
    const there = `${outcome.error.message}; these are there now: ${found.found.join(', ')}`
    doubt.lost = new Unreachable(there, true, { cause: outcome.error })
    return 'unknown'
  }
  return found
}
