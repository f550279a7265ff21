/**
 * Records what every write transaction changes and stores it as an entry of the history, in the same transaction.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import { decodeKeys } from './changeset.ts'
import type { ChangeSession, Database } from './database.ts'
import {
  countChanges,
  type EntryPart,
  historyTables,
  type InsertedRanges,
  type NewEntry,
  type RowCounts,
} from './history-tables.ts'
import type { WriteTarget } from './statements.ts'

/**
 * The tables whose changes are recorded: what people and programs wrote. Everything else follows from them, or is of
 * no use to anybody who takes a change back.
 */
export const recordedTables = [
  'accounts',
  'category_groups',
  'categories',
  'merchants',
  'explicit_categorizations',
  'transactions',
  'split_lines',
  'assignments',
  'targets',
  'snoozes',
  'rules',
  'schedules',
  'schedule_dates',
  'reconciliations',
  'imports',
  'batches',
  'moves',
] as const

/** A table whose changes are recorded. */
export type RecordedTable = (typeof recordedTables)[number]

/** The recorded tables whose new rows are kept as ranges of keys: whole rows would double the time of an import. */
const rangeTables = ['transactions', 'batches'] as const

type RangeTable = (typeof rangeTables)[number]

/** Records the changes of a connection. */
export interface ChangeRecorder {
  /** Writes everything from now on to a new entry, stored with its first change; by whom the recorded command is. */
  beginEntry(entry: Omit<NewEntry, 'actor'>): void
  /** Makes one entry of everything that follows, whatever requests it is made of. */
  recordCommand(entry: NewEntry): void
  /** Begins the entry of one request, unless a command is recorded. */
  recordRequest(entry: NewEntry): void
  /** Returns the entry that the current transaction writes to, whether or not it is stored yet. */
  entryId(): number
  /** Returns the entry that was written last since `beginEntry`; undefined when nothing was changed. */
  recordedEntry(): number | undefined
  /** Returns what the current transaction has changed so far. */
  readPending(): EntryPart
  /** Stores what the current transaction has changed so far as a part of the entry, and goes on with the next one. */
  savePart(): void
  /** Stores the entry with what the current transaction has changed so far, even nothing, and returns its id. */
  storeEntry(): number
  /** Records a table from now on, which is about to be written without a statement. */
  recordTable(table: RecordedTable): void
  /** Runs `work` in a transaction, or in a step of one, and rolls it back. */
  preview<Result>(work: () => Result): Result
  /** Runs `work` in a transaction, or in a step of one; an error rolls it back and leaves the rest. */
  attempt<Result>(work: () => Result): Result
}

/** A stored entry, and how many parts it has. */
interface StoredEntry {
  id: number
  parts: number
  counts: RowCounts
}

interface RecorderState {
  database: Database
  tables: ReturnType<typeof historyTables>
  version: number
  entry: NewEntry
  /** The entry as it is stored; undefined before its first change. */
  stored: StoredEntry | undefined
  /** The same before the current transaction. */
  committed: StoredEntry | undefined
  sessions: Map<RecordedTable, ChangeSession>
  /** The last key of each range table before the transaction inserted into it. */
  lastKeys: Map<RangeTable, number>
  /** True while a command is recorded, whose requests are no entries of their own. */
  isCommand: boolean
}

const isRecorded = (table: string): table is RecordedTable => recordedTables.some((name) => name === table)
const isRange = (table: string): table is RangeTable => rangeTables.some((name) => name === table)

/**
 * Starts to record the changes of a connection.
 * @param version the version of the recorded tables
 */
export function recordChanges(
  database: Database,
  { version, entry }: { version: number; entry: NewEntry },
): ChangeRecorder {
  const state: RecorderState = {
    database,
    tables: historyTables(database),
    version,
    entry,
    stored: undefined,
    committed: undefined,
    sessions: new Map(),
    lastKeys: new Map(),
    isCommand: false,
  }
  database.observeWrites({
    beforeWrite: (target) => watch(state, target),
    beforeCommit: () => savePart(state),
    afterEnd: (isCommitted) => endTransaction(state, isCommitted),
  })
  return {
    beginEntry: (next) => beginEntry(state, { ...next, actor: state.isCommand ? state.entry.actor : null }),
    recordCommand(next) {
      beginEntry(state, next)
      state.isCommand = true
    },
    recordRequest(next) {
      if (!state.isCommand) beginEntry(state, next)
    },
    entryId: () => state.stored?.id ?? state.tables.nextId(),
    recordedEntry: () => state.stored?.id,
    readPending: () => readPending(state),
    savePart: () => savePart(state),
    storeEntry() {
      savePart(state)
      state.stored ??= { ...insertEntry(state, {}), parts: 0 }
      return state.stored.id
    },
    recordTable: (table) => openSession(state, table),
    preview: (work) => runPreview(state, work),
    attempt: (work) => runAttempt(state, work),
  }
}

function beginEntry(state: RecorderState, entry: NewEntry): void {
  savePart(state)
  state.entry = entry
  state.stored = undefined
  // A rollback must not lead back to the entry before.
  state.committed = undefined
}

/** Rolls a preview back. */
class PreviewEnd extends Error {}

function runPreview<Result>(state: RecorderState, work: () => Result): Result {
  let result: { value: Result } | undefined
  try {
    runAttempt(state, () => {
      result = { value: work() }
      throw new PreviewEnd()
    })
  } catch (error) {
    if (!(error instanceof PreviewEnd)) throw error
  }
  if (!result) throw new Error('A preview ended without a result')
  return result.value
}

function runAttempt<Result>(state: RecorderState, work: () => Result): Result {
  // What the transaction around it changed so far stays recorded.
  savePart(state)
  const { entry, stored, committed } = state
  try {
    return state.database.write(work)
  } catch (error) {
    closeSessions(state)
    Object.assign(state, { entry, stored, committed })
    throw error
  }
}

/** Prepares for a write: remembers the last key of a range table, or records the table from here on. */
function watch(state: RecorderState, { table, action }: WriteTarget): void {
  if (!isRecorded(table)) return
  if (action === 'insert' && isRange(table) && !state.sessions.has(table)) {
    if (!state.lastKeys.has(table)) state.lastKeys.set(table, state.tables.lastKey(table))
    return
  }
  // The lines of a new transaction are in the range of the transaction.
  if (table === 'split_lines' && action === 'insert' && !state.sessions.has('transactions')) return
  openSession(state, table)
  if (table === 'transactions') openSession(state, 'split_lines')
}

function openSession({ database, sessions }: RecorderState, table: RecordedTable): void {
  if (!sessions.has(table)) sessions.set(table, database.recordChanges(table))
}

function readPending({ sessions, lastKeys, tables }: RecorderState): EntryPart {
  const changesets = new Map([...sessions].map(([table, session]) => [table, session.changeset()]))
  const inserted: InsertedRanges = {}
  for (const [table, before] of lastKeys) {
    const last = findLastInRange(tables.lastKey(table), changesets.get(table))
    if (last > before) inserted[table] = [before + 1, last]
  }
  return { inserted, changeset: Buffer.concat([...changesets.values()]) }
}

/** Returns the last new row that only a range of keys records: a session that began later has the rows after it. */
function findLastInRange(last: number, changeset: Uint8Array | undefined): number {
  if (!changeset) return last
  let end = last
  for (const { operation, keyColumns, after } of decodeKeys(changeset))
    if (operation === 'insert') end = Math.min(end, Number(after[keyColumns.indexOf(1)]) - 1)
  return end
}

/** Stores what was changed since the last part; the first part stores the entry too. */
function savePart(state: RecorderState): void {
  if (state.sessions.size === 0 && state.lastKeys.size === 0) return
  const part = readPending(state)
  closeSessions(state)
  if (part.changeset.length > 0 || Object.keys(part.inserted).length > 0) {
    const counts = countChanges(part)
    const extended = state.stored && addCounts(state, state.stored, counts)
    state.stored = extended ?? insertEntry(state, counts)
    state.tables.insertPart(state.stored.id, state.stored.parts, part)
  }
}

/** Stores a new entry with its first part. */
function insertEntry({ tables, entry, version }: RecorderState, counts: RowCounts): StoredEntry {
  return { id: tables.insertEntry({ ...entry, version, counts }), parts: 1, counts }
}

/** Adds the counts of another part to a stored entry; undefined when another process has taken it back. */
function addCounts(
  { tables }: RecorderState,
  { id, parts, counts }: StoredEntry,
  more: RowCounts,
): StoredEntry | undefined {
  const total = { ...counts }
  for (const [table, count] of Object.entries(more)) total[table] = (total[table] ?? 0) + count
  return tables.setCounts(id, total) ? { id, parts: parts + 1, counts: total } : undefined
}

function closeSessions(state: RecorderState): void {
  for (const session of state.sessions.values()) session.close()
  state.sessions.clear()
  state.lastKeys.clear()
}

function endTransaction(state: RecorderState, isCommitted: boolean): void {
  closeSessions(state)
  if (isCommitted) state.committed = state.stored
  else state.stored = state.committed
}
