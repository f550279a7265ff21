/**
 * Reads and extends the log of a workspace in the database.
 * @see docs/scaling.md#how-a-write-is-committed
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '../contract/errors.ts'
import type { LogPosition } from '../store/workspace-replica.ts'
import { ConnectionLostError, type ConnectionPool, DatabaseUnavailableError, isPassing } from './postgres.ts'
import { appendEntry, type LogRow, listEntries, readNewest } from './statements.ts'

/** The newest entry of a log. */
export interface LogHead extends LogPosition {
  format: number
}

/** An entry that is not in the log yet. */
export interface NewEntry {
  workspace_id: string
  /** The entry that it was made after. */
  after: LogPosition
  format: number
  changes: Uint8Array
}

/** What the functions of this file need. */
export interface LogOptions {
  pool: ConnectionPool
  /** The name of this machine, for people who read the log. */
  node: string
  /** Milliseconds since 1970. */
  now: () => number
}

/** For how many milliseconds an entry whose outcome is unknown is sent again. */
const RETRY_MILLISECONDS = 20_000
const FIRST_PAUSE_MILLISECONDS = 20
const LONGEST_PAUSE_MILLISECONDS = 500

/**
 * Appends an entry; undefined when another machine was first, and nothing was appended.
 * Only a returned row proves that it is in the log. Where the answer is lost, the same entry is sent again.
 * @throws ApiError service_unavailable when the database is away; `is_unknown` of it says that the entry may be in the log
 */
export async function append(options: LogOptions, entry: NewEntry): Promise<LogPosition | undefined> {
  const position = { seq: entry.after.seq + 1, entry_id: randomUUID() }
  const deadline = performance.now() + RETRY_MILLISECONDS
  let mayBeThere = false
  for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS)) {
    try {
      if (await send(options, entry, position)) return position
      if (!mayBeThere || !(await isUnclear(options, entry, position))) return undefined
    } catch (error) {
      mayBeThere ||= error instanceof ConnectionLostError
      if (!isPassing(error)) throw error
      if (performance.now() > deadline || (!mayBeThere && error instanceof DatabaseUnavailableError))
        throw mayBeThere ? new UnknownOutcomeError() : error
    }
    await wait(pause)
  }
}

/** An entry may be in the log, or may come into it later. */
class UnknownOutcomeError extends ApiError {
  constructor() {
    super(
      'service_unavailable',
      'the database did not say whether this was saved; repeat it with the same Idempotency-Key, or look',
      1,
    )
  }
}

/** True if the database returned the entry: it is in the log, and as durable as the database makes it. */
async function send(
  { pool, node, now }: LogOptions,
  { workspace_id, after, format, changes }: NewEntry,
  { seq, entry_id }: LogPosition,
): Promise<boolean> {
  const [row] = await pool.run(appendEntry, [
    workspace_id,
    seq,
    after.entry_id,
    entry_id,
    node,
    now(),
    format,
    changes,
  ])
  return row?.entry_id === entry_id
}

/** True if a repeated entry must be sent once more: nothing was returned, and yet no other entry has its number. */
async function isUnclear(
  { pool }: LogOptions,
  { workspace_id, after }: NewEntry,
  { seq, entry_id }: LogPosition,
): Promise<boolean> {
  const [predecessor, own] = await pool.read(listEntries, [workspace_id, after.seq, 2])
  if (predecessor?.seq === seq) throw new UnknownOutcomeError() // the end before it was trimmed meanwhile
  // Without its predecessor the entry can never come into the log.
  if (predecessor?.seq !== after.seq || predecessor.entry_id !== after.entry_id) return false
  return own === undefined || (own.seq === seq && own.entry_id === entry_id)
}

/** How many entries are read at a time. */
const ENTRIES_AT_A_TIME = 64

/** Reads the entries from one on, in their order; at most as many as one answer should have. */
export const readEntries = (pool: ConnectionPool, workspace_id: string, from: number): Promise<LogRow[]> =>
  pool.read(listEntries, [workspace_id, from, ENTRIES_AT_A_TIME])

/** Reads the newest entry; undefined for a workspace that is not in the database. */
export async function readHead(pool: ConnectionPool, workspace_id: string): Promise<LogHead | undefined> {
  const [row] = await pool.read(readNewest, [workspace_id])
  return row
}
