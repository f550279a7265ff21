/** Defines what a workspace over HTTP must know about one write of the API. One value per write: `api-writes.ts`. */

import type { WriteOperation } from '../../contract/api.ts'
import type { ApiError } from '../../contract/errors.ts'
import type { RawRequest } from '../../contract/operation.ts'
import type { TouchedMonths } from '../../contract/ports/remote-caches.ts'
import type { LoggedChange, LoggedWrite } from '../../contract/ports/write-log.ts'
import type { Fields } from '../../contract/transaction-digest.ts'
import type { RecoveryContext, RecoveryResult } from '../http/recovery/recovery-context.ts'
import type { ApiEntityType, EntityReference } from './api-entities.ts'

/** What a write is about: a thing that exists, or the kind of the things that it creates. */
export type WriteSubject = EntityReference | { type: ApiEntityType; id: undefined }

/** A write that was applied, and what was known of its thing before; undefined when that was not read. */
export interface AppliedWrite {
  request: RawRequest
  before: Fields | undefined
  reply: Fields
}

/** What a write changed, and why that cannot be taken back; null when it can. */
export interface WriteChanges {
  changes: LoggedChange[]
  not_undoable: string | null
}

/** A request that is to be sent. */
export interface InverseRequest {
  name: WriteOperation
  request: RawRequest
}

/** The requests that take a change back, in their order, and one sentence for each loss. */
export interface Inverse {
  requests: InverseRequest[]
  lost: string[]
}

/** A change that is taken back. */
export interface InvertedChange {
  write: LoggedWrite
  change: LoggedChange
  /** The thing as it is now; undefined when it was not read, because it is restored or created again. */
  now: Fields | undefined
  /** The transactions of a created account or category. */
  transactions: readonly Fields[]
  /** The write that `write` takes back; undefined when it takes back none. */
  original: LoggedWrite | undefined
  /** True if the change names something that has a new id, because it is created again. */
  isRenewed: boolean
}

/** What a thing shows of a write to it. */
export type WriteOutcome = 'applied' | 'not_applied' | 'unknown'

/** Everything that a workspace over HTTP must know about one write. */
export interface ApiWrite {
  /** Returns what the write is about. */
  getSubject: (request: RawRequest) => WriteSubject
  /** Returns the thing as the write leaves it; null when it deletes it for good. */
  predict: (before: Fields | undefined, body: Fields) => Fields | null
  /** Returns what the write changed. */
  buildChanges: (write: AppliedWrite) => WriteChanges
  /**
   * Returns the requests that take a change of it back.
   * @throws UserError conflict when what was created is in use
   */
  invert: (inverted: InvertedChange) => Inverse
  /**
   * Returns whether a write without an answer was applied, by the thing as it is now; undefined where the thing that
   * the write created cannot be distinguished from another one. `before` is what is known of the thing before the write.
   */
  checkOutcome: ((body: unknown, now: Fields | undefined, before: Fields) => WriteOutcome) | undefined
  /** Finds out what became of a request whose answer was lost a moment ago. */
  recover: (context: RecoveryContext) => Promise<RecoveryResult>
  /** Returns the reply of an earlier attempt that alone explains a refusal; undefined when that has another cause. */
  explainRefusal: (error: ApiError, context: Pick<RecoveryContext, 'api' | 'request'>) => Promise<unknown>
  /** Returns the months whose report lines it changed; null where it never changes one. */
  listTouchedMonths: ((write: Pick<AppliedWrite, 'request' | 'reply'>) => TouchedMonths) | null
}
