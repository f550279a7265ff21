/**
 * Defines the log of the writes that were sent to a remote workspace, from which they are taken back.
 * @see docs/history.md#3-on-a-remote-profile
 */

import type { WriteOperation } from '../api.ts'
import type { Change, ChangeCounts, EntryOrigin, HistoryFilter } from './history.ts'

/**
 * The state of a write. `sent`: sent, or about to be, and no answer was recorded; `unknown`: no answer came;
 * `done`: applied.
 */
export type LoggedWriteState = 'sent' | 'unknown' | 'done'

/** A request as it is logged: path parameters, query and body. */
export type LoggedRequest = Readonly<Record<string, unknown>>

/** A change of a write, with what shows whether the thing was changed again since. */
export interface LoggedChange extends Change {
  /** The digest of a transaction after the change. */
  digest?: string
  /** The id in the log, when the thing or what it uses was created again since. */
  logged_id?: string
  /** True if something that it names has a new id. */
  is_renewed?: true
}

/** The write that another one takes back, and which of its changes. Without ids it only prepares for that. */
export interface InvertedWrite {
  number: number
  ids: readonly string[]
}

/** A write before it is sent. */
export interface NewWrite {
  operation: WriteOperation
  request: LoggedRequest
  /** The expected changes; the ids of new things are unknown. */
  changes: readonly LoggedChange[]
  inverts: InvertedWrite | null
}

/** A write of the log. */
export interface LoggedWrite extends NewWrite {
  number: number
  entry: number
  state: LoggedWriteState
  /** Why it cannot be taken back although it was applied; null when it can. */
  not_undoable: string | null
  /** The ids of the changes that were taken back. */
  undone: readonly string[]
}

/** An entry of the log: what one command sent. */
export interface LoggedEntry {
  id: number
  /** Milliseconds since 1970. */
  at: number
  command: string
  undoes: number | null
  undone_by: number | null
  actor: string | null
  counts: ChangeCounts
  writes: readonly Pick<LoggedWrite, 'operation' | 'state' | 'not_undoable'>[]
}

/** The entry of a write: an earlier one, or what a new one is begun with. */
export interface NewEntry extends Pick<LoggedEntry, 'at' | 'command' | 'undoes'> {
  id: number | undefined
  origin?: EntryOrigin | undefined
}

/** The log of one workspace. Every method throws StorageError when the log cannot be read or written. */
export interface WriteLog {
  /**
   * Records a write before it is sent.
   * @param entry the entry of the command; a new one begins when `id` is undefined or has no write any more
   */
  recordSending(write: NewWrite, entry: NewEntry): { entry: number; number: number }
  /** Begins an entry without a write and returns its id. */
  beginEntry(entry: Omit<NewEntry, 'id'>): number
  /** Records that a write was applied, and in the same moment that the write it inverts is taken back. */
  markDone(number: number, result: Pick<LoggedWrite, 'changes' | 'not_undoable'>): void
  /** Records that nothing shows whether a write was applied. */
  markUnknown(number: number): void
  /** Removes a write that was certainly not applied, and its entry when it has no other. */
  discardWrite(number: number): void
  /** Records that an entry is taken back by another; an entry that it had taken back is in effect again. */
  markUndone(id: number, by: number): void
  /** Lists entries, the newest first. */
  listEntries(filter: HistoryFilter): LoggedEntry[]
  findEntry(id: number): LoggedEntry | undefined
  /** Returns the entry that applied a draft, by the id of the draft. */
  findDraftEntry(draft: string): LoggedEntry | undefined
  /** Returns the entry that began to take back another one and did not finish. */
  findUnfinishedUndo(id: number): LoggedEntry | undefined
  /** Lists the writes of an entry in the order in which they were sent. */
  listWrites(entry: number): LoggedWrite[]
  /** Yields the writes of later entries, in their order. */
  listLaterWrites(entry: number): Iterable<LoggedWrite>
  /** Returns a write by its number. */
  findWrite(number: number): LoggedWrite | undefined
  /** Lists the ids of things that an undo or a redo created again, with the next id of each. */
  listCreatedAgain(): ReadonlyMap<string, string>
  /**
   * Keeps other processes from taking back entries of the workspace until released.
   * @throws UserError when another process does that
   */
  lockUndo(): () => void
}
