/**
 * Defines the input and the result of recovering a write whose answer was lost.
 * @see docs/http-client.md#recovery
 */

import type { BudgetApi } from '../../../contract/api.ts'
import type { RawRequest } from '../../../contract/operation.ts'
import type { Timing } from '../backoff.ts'

/**
 * What became of a request without an answer:
 * - `reply`: it was applied, and this is its reply
 * - `not_applied`: it was not applied and will not be
 * - `retry`: it may have been applied, but sending it again does no harm
 * - `candidateIds`: unknown, but these resources may come from it
 * - `unknown`: nothing shows whether it was applied
 */
export type RecoveryResult =
  | { reply: unknown }
  | 'not_applied'
  | 'retry'
  | 'unknown'
  | { candidateIds: string[] }

/** What to do after an attempt that may have been applied. */
export interface Recovery {
  /** Finds out what became of an attempt sent at that moment, in milliseconds since 1970. */
  recover: (error: Error, sentAt: number) => Promise<RecoveryResult>
  /** Returns the reply of an earlier attempt that caused this error; undefined when the error has another cause. */
  explainRefusal: (error: Error) => Promise<unknown>
  /** True if the error proves that no earlier attempt was applied. */
  isProofOfFailure: (error: Error) => boolean
}

/** What a client has seen of a workspace. */
export interface SeenResources {
  /** The ids it has seen, and whether it has listed all accounts and all categories. */
  seen: { ids: ReadonlySet<string>; accounts: boolean; categories: boolean }
  /** Returns by how many milliseconds the service's clock is ahead of this machine's. */
  getClockAheadMs: () => number
}

/** What recovering one write needs. Times are milliseconds since 1970. */
export interface RecoveryContext extends Timing {
  api: BudgetApi
  request: RawRequest
  sentAt: number
  /** From this moment on the attempt can no longer take effect. */
  latestEffectAt: number
  /** True if the service answers a repeated write with the same Idempotency-Key as it did before. */
  hasIdempotencyKey: boolean
  memory: SeenResources
  signal: AbortSignal | undefined
}
