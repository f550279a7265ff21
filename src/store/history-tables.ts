/** Reads and writes the tables of the history: entries, and what each of them changed. */

import { StorageError } from '../contract/errors.ts'
import { decodeKeys, type RowChange } from './changeset.ts'
import type { Database } from './database.ts'

/** What a new entry is about. */
export interface NewEntry {
  /** Returns milliseconds since 1970. */
  now: () => number
  command: string
  /** The name of the API key; null for a command on this computer. */
  actor: string | null
  /** The entry that is taken back; null for none. */
  undoes: number | null
  /** The id of the draft that is applied. */
  draft?: string
}

/** The version of the tables an entry is written for, and its changed rows. */
interface CountedEntry {
  version: number
  counts: RowCounts
}

/** A stored entry; `at` is in milliseconds since 1970. */
export interface EntryRow {
  id: number
  at: number
  command: string
  actor: string | null
  undoes: number | null
  undone_by: number | null
  version: number
  counts: RowCounts
  kept: readonly KeptRow[]
}

/** A row that an undo left, because later entries use it. */
export interface KeptRow {
  table: string
  key: number
}

type StoredEntry = Omit<EntryRow, 'counts' | 'kept'> & { counts: string; kept: string }

interface StoredPart {
  inserted: string
  changeset: Uint8Array
}

/** Returns the error of a stored entry that no version of budget wrote. */
const createDamageError = (what: string): StorageError =>
  new StorageError(`The history is damaged: ${what}`, undefined, 'budget db check shows more')

function parseStored(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createDamageError(what)
  }
}

const MAX_INSTANT = 8.64e15 // what a Date can hold

function readEntry(row: StoredEntry): EntryRow {
  const { id, at, undoes } = row
  const counts = parseStored(row.counts, `the counts of entry ${id}`)
  const kept = parseStored(row.kept, `the kept rows of entry ${id}`)
  const isValid =
    typeof counts === 'object' &&
    counts !== null &&
    Array.isArray(kept) &&
    Math.abs(at) <= MAX_INSTANT &&
    (undoes === null || undoes < id)
  if (!isValid) throw createDamageError(`entry ${id} is not valid`)
  return { ...row, counts: counts as RowCounts, kept: kept as KeptRow[] } // `setCounts` and `setKept` wrote them
}

const MAX_RANGE = 100_000_000

function readPart({ inserted, changeset }: StoredPart, id: number): EntryPart {
  const ranges = parseStored(inserted, `the new rows of entry ${id}`)
  if (typeof ranges !== 'object' || ranges === null || !Object.entries(ranges).every(isRange))
    throw createDamageError(`the new rows of entry ${id} are not valid`)
  return { inserted: ranges, changeset }
}

function isRange([table, range]: [string, unknown]): boolean {
  const [first, last] = Array.isArray(range) ? range.map(Number) : []
  if (first === undefined || last === undefined) return false
  const isTable = table === 'transactions' || table === 'batches'
  return isTable && Number.isInteger(first) && first > 0 && last >= first && last - first < MAX_RANGE
}

/** Returns the statements of the history. */
export const historyTables = (database: Database) => ({
  ...readEntries(database),
  ...writeEntries(database),
  ...entryParts(database),
})

function readEntries({ prepare }: Database) {
  const byId = prepare<StoredEntry>('SELECT * FROM history_entries WHERE id = ?')
  const byDraft = prepare<{ id: number }>('SELECT id FROM history_entries WHERE draft = ?')
  const since = prepare<StoredEntry>('SELECT * FROM history_entries WHERE at >= ? ORDER BY id DESC LIMIT ?')
  const after = prepare<StoredEntry>('SELECT * FROM history_entries WHERE id > ? ORDER BY id DESC')
  // An entry and its undo cancel out, unless the undone entry is older.
  const inEffect = prepare<StoredEntry>(
    `SELECT * FROM history_entries
     WHERE id > ? AND undone_by IS NULL AND (undoes IS NULL OR undoes < ?) ORDER BY id DESC`,
  )
  const ids = prepare<{ id: number }>('SELECT id FROM history_entries ORDER BY id DESC')
  const keeping = prepare<StoredEntry>("SELECT * FROM history_entries WHERE kept <> '[]'")
  const lastKey = prepare<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?')
  const getEntry = (id: number): EntryRow | undefined => {
    const row = byId.get(id)
    return row && readEntry(row)
  }
  /** Returns the change that an undo, or an undo of undos, is about; any other entry itself. */
  function getFirstEntry(entry: EntryRow): EntryRow {
    const undone = entry.undoes === null ? undefined : getEntry(entry.undoes)
    return undone ? getFirstEntry(undone) : entry
  }
  const readLastKey = (table: string): number => lastKey.get(table)?.seq ?? 0
  return {
    /** Returns the highest key that a table has ever had. */
    lastKey: readLastKey,
    /** Returns the id of the next entry. */
    nextId: (): number => readLastKey('history_entries') + 1,
    getEntry,
    /** Returns the entry that applied a draft. */
    findDraftEntry: (draft: string): { id: number } | undefined => byDraft.get(draft),
    /** Lists entries at or after an instant, the newest first. */
    listEntries: (from: number, limit: number): EntryRow[] => since.all(from, limit).map(readEntry),
    /** Lists the entries after another, the newest first. */
    listLaterEntries: (id: number): EntryRow[] => after.all(id).map(readEntry),
    getFirstEntry,
    /** Lists the entries that left rows. */
    listKeepingEntries: (): EntryRow[] => keeping.all().map(readEntry),
    /** Lists the ids of all entries, the newest first. */
    listIds: (): number[] => ids.all().map(({ id }) => id),
    /** Lists the later entries whose changes are in effect, the newest first. */
    listLaterInEffect: (id: number): EntryRow[] => inEffect.all(id, id).map(readEntry),
  }
}

/** The version that an undo gets once the entry that it undid is removed with old history. */
export const UNDONE_ENTRY_REMOVED = 0

function writeEntries({ prepare }: Database) {
  const insert = prepare(
    'INSERT INTO history_entries (at, command, actor, undoes, version, counts, draft) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const setCounts = prepare('UPDATE history_entries SET counts = ? WHERE id = ? AND undone_by IS NULL')
  const setUndoneBy = prepare('UPDATE history_entries SET undone_by = ? WHERE id = ?')
  const setKept = prepare('UPDATE history_entries SET kept = ? WHERE id = ?')
  const removal = [
    'DELETE FROM history_changes WHERE entry < ?',
    // What an undo took back is no longer known, so that nothing can take the undo back either.
    `UPDATE history_entries SET undoes = NULL, version = ${UNDONE_ENTRY_REMOVED} WHERE undoes < ?`,
    'UPDATE history_entries SET undone_by = NULL WHERE undone_by < ?',
    'DELETE FROM history_entries WHERE id < ?',
  ].map((sql) => prepare(sql))
  const firstSince = prepare<{ id: number | null }>('SELECT min(id) AS id FROM history_entries WHERE at >= ?')
  return {
    /** Inserts an entry and returns its id. */
    insertEntry: ({ now, command, actor, undoes, version, counts, draft }: NewEntry & CountedEntry): number =>
      insert.run(now(), command, actor, undoes, version, JSON.stringify(counts), draft ?? null).key,
    /** Sets the number of changed rows of an entry; false when it was taken back. */
    setCounts: (id: number, counts: RowCounts): boolean =>
      setCounts.run(JSON.stringify(counts), id).changes === 1,
    /** Sets or clears the entry that takes another back. */
    setUndoneBy: (id: number, undone_by: number | null): void => void setUndoneBy.run(undone_by, id),
    /** Sets the rows that an undo left. */
    setKept: (id: number, kept: readonly KeptRow[]): void => void setKept.run(JSON.stringify(kept), id),
    /** Removes the entries before an instant, not what they changed, and returns how many. */
    removeBefore(instant: number): number {
      const first = firstSince.get(instant)?.id ?? Number.MAX_SAFE_INTEGER
      return removal.map((statement) => statement.run(first).changes).at(-1) ?? 0
    },
  }
}

function entryParts({ prepare }: Database) {
  const count = prepare<{ parts: number }>(
    'SELECT coalesce(max(part), 0) AS parts FROM history_changes WHERE entry = ?',
  )
  const byNumber = prepare<StoredPart>(
    'SELECT inserted, changeset FROM history_changes WHERE entry = ? AND part = ?',
  )
  const insert = prepare('INSERT INTO history_changes VALUES (?, ?, ?, ?)')
  const countParts = (id: number): number => count.get(id)?.parts ?? 0
  function getPart(id: number, part: number): EntryPart {
    const row = byNumber.get(id, part)
    if (!row) throw createDamageError(`part ${part} of entry ${id} is missing`)
    return readPart(row, id)
  }
  return {
    /** Inserts a part of an entry. */
    insertPart: (id: number, part: number, { inserted, changeset }: EntryPart): void =>
      void insert.run(id, part, JSON.stringify(inserted), changeset),
    /** Yields the parts of an entry, the last one first. @throws Error when one is missing */
    *iteratePartsBackwards(id: number): Generator<EntryPart> {
      for (let part = countParts(id); part > 0; part--) yield getPart(id, part)
    },
  }
}

/** The first and last key of the new rows of a table, by table. */
export type InsertedRanges = Partial<
  Record<'transactions' | 'batches', readonly [first: number, last: number]>
>

/** What one transaction of an entry changed. */
export interface EntryPart {
  inserted: InsertedRanges
  /** Every other change, in SQLite's changeset format. */
  changeset: Uint8Array
}

/** The number of changed rows by table. */
export type RowCounts = Readonly<Record<string, number>>

/** Tables whose rows are counted with those they belong to. */
const uncounted = new Set(['split_lines', 'explicit_categorizations', 'batches'])

/**
 * Returns the number of rows that were inserted, updated or deleted, by table.
 * @param visit is called with each change that is not in a range, with the values of its key only
 */
export function countChanges(
  { inserted, changeset }: EntryPart,
  visit?: (change: RowChange) => void,
): RowCounts {
  const counts = new Map<string, number>()
  const add = (table: string, count: number): void => {
    if (!uncounted.has(table)) counts.set(table, (counts.get(table) ?? 0) + count)
  }
  for (const [table, [first, last]] of Object.entries(inserted)) add(table, last - first + 1)
  for (const change of decodeKeys(changeset)) {
    const { table, operation, before } = change
    visit?.(change)
    const [first, last] = inserted[table as keyof EntryPart['inserted']] ?? [0, -1]
    const isNew = operation === 'update' && Number(before[0]) >= first && Number(before[0]) <= last
    // Each part of an import updates the same row of its journal.
    if (!isNew && !(table === 'imports' && operation === 'update')) add(table, 1)
  }
  return Object.fromEntries(counts)
}
