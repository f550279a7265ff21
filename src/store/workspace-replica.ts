/**
 * Opens a copy of a workspace whose truth is a log in a database. A write is recorded and rolled back; changes are
 * applied together with their place in the log.
 * @see docs/scaling.md#how-a-write-is-committed
 */

import type { BackupOptions } from '../contract/ports/workspace-admin.ts'
import { createRowApplier, type RowApplier } from './apply-rows.ts'
import { backUpDatabase } from './backup.ts'
import type { ChangeSession, Database } from './database.ts'
import { openDatabase, openWithoutMigrating } from './open-database.ts'
import { type WorkspaceStore, workspaceSchema, wrapWorkspaceDatabase } from './workspace-store.ts'

/** The version of the tables: changes of another version fit no file of this one. */
export const replicaFormat = workspaceSchema.migrations.length

/** A place in the log. */
export interface LogPosition {
  seq: number
  entry_id: string
}

/** What writes changed together. */
export interface ReplicaChanges {
  changeset: Uint8Array
  /** Changes without the old values, of large rows, whose changes are never taken back. */
  patchset: Uint8Array
  /** The last key of each table that never uses one twice, as far as it moved. */
  sequences: Readonly<Record<string, number>>
}

/** The open copy of a workspace. */
export interface WorkspaceReplica {
  store: WorkspaceStore
  /** The version of the file's tables: an older one can only apply entries of its own version, and be copied. */
  format: number
  /** Returns the last entry that was applied. */
  position(): LogPosition
  /** Runs `work` in a transaction, records what it changed and rolls it back; `work` runs each write of it by `step`. */
  attempt<Result>(work: (step: RunStep) => Result): RecordedWork<Result>
  /** Applies the changes of one entry in their order, and moves to its place in the log. @throws ChangesetConflictError */
  apply(changes: readonly ReplicaChanges[], position: LogPosition): void
  /** Asserts that `apply` would succeed. @throws ChangesetConflictError */
  assertApplicable(changes: readonly ReplicaChanges[]): void
  /** Writes a copy of the file, with its place in the log. */
  copyTo(file: string): void
  /** Returns the bytes of the file. */
  size(): number
  /** Yields the rows that every copy at this place has. */
  readContent(): Iterable<string>
  close(): void
}

/** What writes returned, and what they changed together. */
export interface RecordedWork<Result> {
  result: Result
  changes: ReplicaChanges
  /** True if the changes may pass a state that SQLite refuses, such as two rows that swap their names. */
  mayConflict: boolean
}

/** Runs a write as a step of an attempt; an error takes back the step alone. */
export type RunStep = <Result>(write: () => Result) => Result

/** Replies of the last day: each is deleted after it, with a text that is as large as the request's result. */
const PATCHED_TABLES = ['replies']

/**
 * Opens a copy, without migrating it.
 * @param position the place of a file that has none yet
 * @throws StorageError when the file is missing, damaged or foreign
 */
export function openWorkspaceReplica(file: string, position?: LogPosition): WorkspaceReplica {
  const format = readFormat(file)
  const database =
    format < replicaFormat
      ? openWithoutMigrating(file, workspaceSchema)
      : openDatabase(file, workspaceSchema, { isKnown: true })
  // What a power failure takes from a copy, the log still has.
  database.exec('PRAGMA synchronous=NORMAL')
  const place = logPlace(database)
  if (position) database.write(() => place.set(position))
  const store = wrapWorkspaceDatabase(database, file)
  const record = recordChanges(database)
  const rows = createRowApplier()
  const applyAll = (changes: readonly ReplicaChanges[]): void => {
    for (const one of changes) applyChanges({ database, rows }, one)
  }
  return {
    store,
    format,
    position: place.get,
    attempt: (work) => attempt(store, () => record(() => work((write) => runStep(store, write)))),
    apply(changes, next) {
      database.write(() => {
        applyAll(changes)
        place.set(next)
      })
    },
    assertApplicable: (changes) => attempt(store, () => applyAll(changes)),
    copyTo: (copy) => store.backUp(copy, { force: true }),
    size: store.size,
    close() {
      rows.clear()
      store.close()
    },
    readContent: () => readContent(database, listTables(database)),
  }
}

/** Migrates a copy that is closed, and moves it to the entry that says so. @throws StorageError */
export function migrateReplica(file: string, position: LogPosition): void {
  const database = openDatabase(file, workspaceSchema, { isKnown: true })
  try {
    database.write(() => logPlace(database).set(position))
  } finally {
    database.close()
  }
}

/** Writes a copy of a workspace's file that other processes may have open. @throws StorageError */
export function copyWorkspaceFile(file: string, copy: string, options: BackupOptions): void {
  const database = openDatabase(file, workspaceSchema, { isKnown: true })
  try {
    backUpDatabase(database, copy, options)
  } finally {
    database.close()
  }
}

/** Makes a copy an ordinary file of a workspace, which belongs to no log. @throws StorageError */
export function detachReplica(file: string): void {
  const database = openDatabase(file, workspaceSchema, { isKnown: true })
  try {
    database.exec('DROP TABLE IF EXISTS log_place')
  } finally {
    database.close()
  }
}

function readFormat(file: string): number {
  const database = openWithoutMigrating(file, workspaceSchema)
  try {
    return Number(database.prepare<[number]>('PRAGMA user_version', { arrays: true }).get()?.[0])
  } finally {
    database.close()
  }
}

/** Yields every row of a copy as text, in an order that its content alone decides. */
function* readContent({ prepare }: Database, tables: readonly string[]): Generator<string> {
  for (const table of [...tables, 'sqlite_sequence']) {
    const columns = prepare<{ name: string; pk: number }>(`PRAGMA table_info("${table}")`).all()
    const keys = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
    const order = (keys.length > 0 ? keys : columns).map(({ name }) => `"${name}"`).join(', ')
    const values = columns.map(({ name }) => `quote("${name}")`).join(` || ',' || `)
    for (const [row] of prepare<[string]>(`SELECT ${values} FROM "${table}" ORDER BY ${order}`, {
      arrays: true,
    }).iterate())
      yield `${table}:${row}`
  }
}

/** Runs a write whose entry of the history is stored with it. */
const runStep: <Result>({ recorder }: WorkspaceStore, write: () => Result) => Result = (
  { recorder },
  write,
) =>
  recorder.attempt(() => {
    const result = write()
    recorder.savePart()
    return result
  })

function attempt<Result>(store: WorkspaceStore, work: () => Result): Result {
  const transaction = store.beginTransaction()
  try {
    return work()
  } finally {
    transaction.rollback()
  }
}

/** Tables whose rows follow the file, not the log. */
const OWN_TABLES = ['write_mark', 'log_place']

/** Lists the tables whose changes go into the log, those of the history's changesets first. */
function listTables({ prepare }: Database): string[] {
  const all = prepare<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  ).all()
  const own: readonly string[] = OWN_TABLES
  return all.map(({ name }) => name).filter((name) => !own.includes(name))
}

/** True if a table has values, besides its key, that no two rows may share. */
const hasUniqueIndex = ({ prepare }: Database, table: string): boolean =>
  prepare<{ unique: number; origin: string }>(`PRAGMA index_list("${table}")`)
    .all()
    .some(({ unique, origin }) => unique === 1 && origin !== 'pk')

/** Returns the one row that says which entry was applied last. */
function logPlace({ prepare, exec }: Database) {
  exec('CREATE TABLE IF NOT EXISTS log_place (seq INTEGER NOT NULL, entry_id TEXT NOT NULL) STRICT')
  const read = prepare<LogPosition>('SELECT seq, entry_id FROM log_place')
  const clear = prepare('DELETE FROM log_place')
  const insert = prepare('INSERT INTO log_place VALUES (?, ?)')
  return {
    get(): LogPosition {
      const position = read.get()
      if (!position) throw new Error('the copy has no place in the log')
      return position
    },
    set({ seq, entry_id }: LogPosition): void {
      clear.run()
      insert.run(seq, entry_id)
    },
  }
}

/** Returns the function that records changes: a table is watched from the first statement that writes to it. */
function recordChanges(database: Database): <Result>(work: () => Result) => RecordedWork<Result> {
  const tables = new Set(listTables(database))
  const uniqueTables = new Set([...tables].filter((table) => hasUniqueIndex(database, table)))
  let sessions: Map<string, ChangeSession> | undefined
  database.observeWrites({
    beforeWrite({ table }) {
      if (sessions && tables.has(table) && !sessions.has(table))
        sessions.set(table, database.recordChanges(table))
    },
  })

  function run<Result>(work: () => Result, opened: Map<string, ChangeSession>): RecordedWork<Result> {
    const before = readSequences(database)
    const result = work()
    const changed = [...opened].map(([table, session]) => {
      const isPatched = PATCHED_TABLES.includes(table)
      return { table, isPatched, bytes: isPatched ? session.patchset() : session.changeset() }
    })
    const join = (patched: boolean): Uint8Array =>
      Buffer.concat(changed.filter(({ isPatched }) => isPatched === patched).map(({ bytes }) => bytes))
    const moved = Object.entries(readSequences(database)).filter(([name, seq]) => before[name] !== seq)
    return {
      result,
      changes: { changeset: join(false), patchset: join(true), sequences: Object.fromEntries(moved) },
      mayConflict: changed.some(({ table, bytes }) => bytes.length > 0 && uniqueTables.has(table)),
    }
  }

  return (work) => {
    const opened = new Map<string, ChangeSession>()
    sessions = opened
    try {
      return run(work, opened)
    } finally {
      sessions = undefined
      for (const session of opened.values()) session.close()
    }
  }
}

const readSequences = ({ prepare }: Database): Record<string, number> =>
  Object.fromEntries(
    prepare<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence')
      .all()
      .map(({ name, seq }) => [name, seq]),
  )

function applyChanges(
  { database, rows }: { database: Database; rows: RowApplier },
  { changeset, patchset, sequences }: ReplicaChanges,
): void {
  if (changeset.length > 0) rows.applyTo(database, changeset)
  if (patchset.length > 0) rows.applyTo(database, patchset)
  for (const [name, seq] of Object.entries(sequences)) setSequence(database, name, seq)
}

/** SQLite remembers the last key of a table only where it was inserted, so an insert and a delete leave no trace. */
function setSequence({ prepare }: Database, name: string, seq: number): void {
  const { changes } = prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?').run(seq, name)
  if (changes === 0) prepare('INSERT INTO sqlite_sequence VALUES (?, ?)').run(name, seq)
}
