/** Makes a request until it is answered, as often as is safe and fair. */ // reliability.md §2.2

import type { Outcome } from './outcomes.ts'
import { exhausted, gateOf, type Patience } from './quota.ts'
import { backOff } from './waits.ts'

const MOST_ATTEMPTS = 4
const LONGEST_OPERATION = 120_000

/** What became of a write without an answer: it happened, or it did not and will not, or nobody can tell. */
export type Settled = { reply: unknown } | 'send_again' | 'unknown'

/** What to do when an attempt may have happened. */
export interface Settling {
  /** Finds out about an attempt sent at that moment. Throws when it cannot. */
  settle: (error: Error, sent_at: number) => Promise<Settled>
  /** The reply behind a refusal that only says an earlier attempt did happen; undefined for any other. */
  explain: (refusal: Error) => Promise<unknown>
}

interface Persistence {
  settling: Settling
  patience: Patience
  signal: AbortSignal | undefined
}

/** The reply of a request, or the error of its last attempt. */
export async function persist(
  attempt: () => Promise<Outcome>,
  { settling, patience, signal }: Persistence,
): Promise<unknown> {
  const gate = gateOf(patience, signal)
  const started = patience.now()
  let lost: Error | undefined
  let last: Error | undefined
  for (let failures = 0; ; ) {
    signal?.throwIfAborted()
    if ((await gate.enter({ repeated: failures > 0 })) === exhausted && last) throw last
    const sent_at = patience.now()
    const outcome = await attempt()
    if (outcome.class === 'limited') {
      await gate.refused(outcome.error, outcome.retryAfter)
      continue
    }
    gate.passed()
    if (outcome.class === 'done') return outcome.reply
    last = outcome.error
    failures++
    if (outcome.class === 'refused' && lost) {
      const reply = await settling.explain(outcome.error)
      if (reply !== undefined) return reply
    }
    if (outcome.class === 'ambiguous') {
      lost = outcome.error
      const settled = await settling.settle(outcome.error, sent_at)
      if (settled === 'unknown') throw outcome.error
      if (settled !== 'send_again') return settled.reply
    }
    const mayRepeat = outcome.class === 'not_sent' || outcome.class === 'ambiguous'
    const tooLate = patience.now() - started - gate.waited() > LONGEST_OPERATION
    if (!mayRepeat || tooLate || failures === MOST_ATTEMPTS || signal?.aborted) throw outcome.error
    patience.note({ event: 'retry', attempt: failures + 1, because: outcome.error.message })
    await backOff(failures, patience, signal)
  }
}
