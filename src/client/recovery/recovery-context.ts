/** What is known and may be asked when the answer to a write was lost. @see docs/http-client.md#recovery */

import type { BudgetApi } from '../../contract/api.ts'
import type { RawRequest } from '../../contract/operation.ts'
import type { Timing } from '../backoff.ts'

/** What a client remembers of the answers it got. */
export interface SeenResources {
  /** The ids it has seen, and whether it has listed all of a kind. */
  seen: { ids: ReadonlySet<string>; accounts: boolean; categories: boolean }
  /** How far the service's clock is ahead of ours, in milliseconds. */
  clock_ahead: () => number
}

/** What settling may look at. */
export interface RecoveryContext extends Timing {
  api: BudgetApi
  asked: RawRequest
  /** When the attempt was sent, and from when on it can no longer take effect. */
  sent_at: number
  settled_at: number
  /** The service answers a write sent again under its key as it did before. */
  isKeyed: boolean
  recollection: SeenResources
  signal: AbortSignal | undefined
}
