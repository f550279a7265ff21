/**
 * Commits the writes of this machine, one entry at a time for each workspace. Writes that wait together share an entry.
 * No transaction of a copy is open while the database is asked.
 * @see docs/scaling.md#how-a-write-is-committed
 */

import { setTimeout as wait } from 'node:timers/promises'
import type { OperationName } from '../contract/api.ts'
import type { RawRequest } from '../contract/operation.ts'
import type { RequestHandler } from '../engine/engine.ts'
import { ChangesetConflictError } from '../store/database.ts'
import {
  type LogPosition,
  type RecordedWork,
  type ReplicaChanges,
  replicaFormat,
} from '../store/workspace-replica.ts'
import { batchCalls, type WaitingCall } from './batch-calls.ts'
import { applyEntry, type Copies, type WorkspaceCopy } from './copies.ts'
import { encodeEntry } from './entry-codec.ts'
import { append, type LogOptions } from './log.ts'

/** A request that changes something. */
export interface WriteRequest {
  name: OperationName
  request: RawRequest
}

/** What writes are committed with. */
export interface WriteQueuesOptions extends LogOptions {
  copies: Pick<Copies, 'catchUp' | 'forget'>
  getHandler: (copy: WorkspaceCopy) => RequestHandler
  /** Called after each entry of this machine. */
  onCommit: (copy: WorkspaceCopy, writes: number) => void
  /** Called when another machine's entry came first, with how often in a row that happened to these writes. */
  onLostRace: (inARow: number) => void
}

/** The writes that wait for each workspace. */
export interface WriteQueues {
  /** Runs a write on a copy and commits it; returns its reply. @throws ApiError when it is refused or cannot be committed */
  write(copy: WorkspaceCopy, write: WriteRequest): Promise<unknown>
}

type WaitingWrite = WaitingCall<WriteRequest, unknown>

/** What a write came to on the copy, before it is committed. */
type Outcome = { reply: unknown } | { error: unknown }

/** More writes than these are the next entry. */
const WRITES_AT_A_TIME = 64

/** For how many milliseconds after another machine's entry this one lets others be first. */
const CONTESTED_MILLISECONDS = 10_000
const LONGEST_YIELD_MILLISECONDS = 200

/**
 * Waits after a commit, one to three times as long as it took, while other machines write to the same workspace: one
 * that lost the race has to apply this entry and to run its writes again, and would lose the next race too.
 */
async function yieldToOthers({ contestedAt }: WorkspaceCopy, duration: number): Promise<void> {
  if (performance.now() - contestedAt > CONTESTED_MILLISECONDS) return
  await wait(Math.min(LONGEST_YIELD_MILLISECONDS, duration * (1 + 2 * Math.random())))
}

/** Returns the queues; all are empty. */
export function createWriteQueues(options: WriteQueuesOptions): WriteQueues {
  const write = batchCalls<WorkspaceCopy, WriteRequest, unknown>({
    async run(copy, writes) {
      const startedAt = performance.now()
      await commit(options, copy, writes)
      await yieldToOthers(copy, performance.now() - startedAt)
    },
    most: WRITES_AT_A_TIME,
    // Requests that arrive in the same turn of the event loop come along.
    begin: setImmediate,
  })
  return { write }
}

/** Runs writes on the copy until an entry with their changes is in the log, applies it and settles them. */
async function commit(
  options: WriteQueuesOptions,
  copy: WorkspaceCopy,
  writes: readonly WaitingWrite[],
): Promise<void> {
  for (let lostRaces = 0; ; lostRaces++) {
    const after = copy.replica.position()
    const { result: outcomes, changes, mayConflict } = attempt(options, copy, writes)
    if (mayConflict && !isApplicable(copy, changes)) return commitAlone(options, copy, writes)
    if (hasChanges(changes)) {
      if (!(await appendChanges(options, copy, { after, changes }))) {
        options.onLostRace(lostRaces + 1)
        continue
      }
      options.onCommit(copy, outcomes.filter((outcome) => 'reply' in outcome).length)
    }
    for (const [index, { resolve, reject }] of writes.entries()) {
      const outcome = outcomes[index]
      if (outcome && 'error' in outcome) reject(outcome.error)
      else resolve(outcome?.reply)
    }
    return
  }
}

/** Appends an entry and applies it; false when another machine was first, whose entry is applied then. */
async function appendChanges(
  options: WriteQueuesOptions,
  copy: WorkspaceCopy,
  { after, changes }: { after: LogPosition; changes: ReplicaChanges },
): Promise<boolean> {
  const entry = { format: replicaFormat, changes: encodeEntry([changes]) }
  const position = await append(options, { workspace_id: copy.id, after, ...entry })
  if (!position) {
    await options.copies.catchUp(copy)
    return false
  }
  try {
    applyEntry(copy, { ...position, ...entry })
  } catch {
    // The entry is in the log: to run the writes again would make them twice. The next request builds a new copy.
    options.copies.forget(copy)
  }
  return true
}

const hasChanges = ({ changeset, patchset, sequences }: ReplicaChanges): boolean =>
  changeset.length > 0 || patchset.length > 0 || Object.keys(sequences).length > 0

/** Runs writes on the copy, each after the ones before it, records their changes and takes all of them back. */
function attempt(
  options: WriteQueuesOptions,
  copy: WorkspaceCopy,
  writes: readonly WaitingWrite[],
): RecordedWork<Outcome[]> {
  const handle = options.getHandler(copy)
  return copy.replica.attempt((step) =>
    writes.map(({ call: { name, request } }): Outcome => {
      try {
        return { reply: step(() => handle(name, request)) }
      } catch (error) {
        return { error }
      }
    }),
  )
}

/** True if every machine can apply the changes: they may pass a state that SQLite refuses. */
function isApplicable(copy: WorkspaceCopy, changes: ReplicaChanges): boolean {
  try {
    copy.replica.assertApplicable([changes])
    return true
  } catch (error) {
    if (error instanceof ChangesetConflictError) return false
    throw error
  }
}

/** Commits writes one by one, so that only the one whose changes cannot be applied fails. */
async function commitAlone(
  options: WriteQueuesOptions,
  copy: WorkspaceCopy,
  writes: readonly WaitingWrite[],
): Promise<void> {
  const [first] = writes
  if (writes.length === 1 && first)
    throw new Error(`the changes of ${first.call.name} cannot be applied to a copy`)
  for (const write of writes) await commit(options, copy, [write]).catch(write.reject)
}
