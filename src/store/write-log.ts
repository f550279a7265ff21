/** Reads and writes the log of the writes that were sent to a remote workspace. */

import type { WriteOperation } from '../contract/api.ts'
import type { ChangeCounts, ChangeType, HistoryFilter } from '../contract/ports/history.ts'
import type {
  InvertedWrite,
  LoggedChange,
  LoggedEntry,
  LoggedRequest,
  LoggedWrite,
  LoggedWriteState,
  NewEntry,
  WriteLog,
} from '../contract/ports/write-log.ts'
import type { Database } from './database.ts'
import { decodeChanges, encodeChanges, queryCreatedAgain } from './logged-changes.ts'

interface StoredEntry {
  id: number
  at: number
  command: string
  undoes: number | null
  undone_by: number | null
  actor: string | null
}

interface StoredWrite {
  number: number
  entry: number
  operation: WriteOperation
  request: string
  state: LoggedWriteState
  changes: string
  not_undoable: string | null
  inverts: string | null
  undone: string
}

const entryColumns = 'id, at, command, undoes, undone_by, actor'
const writeColumns = 'number, entry, operation, request, state, changes, not_undoable, inverts, undone'

// Only this file writes these texts.
const parseIds = (text: string): string[] => JSON.parse(text) as string[]
const parseInverts = (text: string | null): InvertedWrite | null =>
  text === null ? null : (JSON.parse(text) as InvertedWrite)

const readWrite = ({ request, changes, inverts, undone, ...write }: StoredWrite): LoggedWrite => ({
  ...write,
  request: JSON.parse(request) as LoggedRequest,
  changes: decodeChanges(changes),
  inverts: parseInverts(inverts),
  undone: parseIds(undone),
})

/** Returns the log of one workspace in a file with its tables. */
export const writeLog = (database: Database, workspace: string): Omit<WriteLog, 'lockUndo'> => ({
  ...recordUndos(database, workspace),
  ...recordWrites(database, workspace),
  ...queryEntries(database, workspace),
  ...queryWrites(database, workspace),
  listCreatedAgain: queryCreatedAgain(database, workspace),
})

function recordUndos({ prepare, write }: Database, workspace: string) {
  const setUndoneBy = prepare('UPDATE entries SET undone_by = ? WHERE workspace = ? AND id = ?')
  const undoes = prepare<Pick<StoredEntry, 'undoes'>>(
    'SELECT undoes FROM entries WHERE workspace = ? AND id = ?',
  )
  /** Sets by which entry one is taken back; null brings it into effect again. */
  const setEffect = (id: number, by: number | null): void => {
    setUndoneBy.run(by, workspace, id)
    const original = undoes.get(workspace, id)?.undoes ?? null
    if (original !== null) setEffect(original, by === null ? id : null)
  }
  return {
    markUndone: (id, by) => write(() => setEffect(id, by)),
  } satisfies Partial<WriteLog>
}

/** Returns a function that returns the id of an entry, which begins unless it is there already. */
function beginEntries({ prepare }: Database, workspace: string): (entry: NewEntry) => number {
  const exists = prepare('SELECT 1 FROM entries WHERE workspace = ? AND id = ?')
  const next = prepare<{ id: number }>(
    'SELECT coalesce(max(id), 0) + 1 AS id FROM entries WHERE workspace = ?',
  )
  const insert = prepare(
    'INSERT INTO entries (workspace, id, at, command, undoes, actor, draft) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  return ({ id: begun, at, command, undoes, origin }) => {
    if (begun !== undefined && exists.get(workspace, begun)) return begun
    const id = next.get(workspace)?.id ?? 1
    insert.run(workspace, id, at, command, undoes, origin?.actor ?? null, origin?.draft ?? null)
    return id
  }
}

/**
 * Writes without waiting for the disk: it survives the end of the process, and the next write syncs it as well. Only a
 * power failure during the request can lose it.
 */
function withoutSync<Result>({ exec, write }: Database, work: () => Result): Result {
  exec('PRAGMA synchronous=NORMAL')
  try {
    return write(work)
  } finally {
    exec('PRAGMA synchronous=FULL')
  }
}

function recordWrites(database: Database, workspace: string) {
  const { prepare, write } = database
  const beginEntry = beginEntries(database, workspace)
  const insert = prepare(
    `INSERT INTO writes (workspace, entry, operation, request, state, changes, counts, inverts)
     VALUES (?, ?, ?, ?, 'sent', ?, '{}', ?)`,
  )
  const setDone = prepare(
    "UPDATE writes SET state = 'done', changes = ?, counts = ?, not_undoable = ? WHERE number = ?",
  )
  const setUnknown = prepare("UPDATE writes SET state = 'unknown' WHERE number = ?")
  const remove = prepare('DELETE FROM writes WHERE number = ?')
  const removeEmpty = prepare(
    `DELETE FROM entries WHERE workspace = ? AND id = ?
       AND NOT EXISTS (SELECT 1 FROM writes WHERE writes.workspace = entries.workspace AND entry = id)`,
  )
  const byNumber = prepare<Pick<StoredWrite, 'entry' | 'inverts' | 'undone'>>(
    'SELECT entry, inverts, undone FROM writes WHERE number = ?',
  )
  const setUndone = prepare('UPDATE writes SET undone = ? WHERE number = ?')
  /** Records that changes of a write are taken back, or in effect again. */
  const markChanges = ({ number, ids }: InvertedWrite, isUndone: boolean): void => {
    const original = byNumber.get(number)
    if (!original) return
    const kept = parseIds(original.undone).filter((id) => !ids.includes(id))
    setUndone.run(JSON.stringify(isUndone ? [...kept, ...ids] : kept), number)
    const inverts = parseInverts(original.inverts)
    if (inverts && ids.length > 0) markChanges(inverts, !isUndone)
  }
  return {
    beginEntry: (entry) => write(() => beginEntry({ ...entry, id: undefined })),
    recordSending: ({ operation, request, changes, inverts }, newEntry) =>
      withoutSync(database, () => {
        const entry = beginEntry(newEntry)
        const texts = [JSON.stringify(request), encodeChanges(changes)] as const
        const { key } = insert.run(workspace, entry, operation, ...texts, inverts && JSON.stringify(inverts))
        return { entry, number: key }
      }),
    markDone(number, { changes, not_undoable }) {
      write(() => {
        setDone.run(encodeChanges(changes), JSON.stringify(countChanges(changes)), not_undoable, number)
        const inverts = parseInverts(byNumber.get(number)?.inverts ?? null)
        if (inverts) markChanges(inverts, true)
      })
    },
    markUnknown: (number) => void write(() => setUnknown.run(number)),
    discardWrite(number) {
      write(() => {
        const entry = byNumber.get(number)?.entry
        remove.run(number)
        if (entry !== undefined) removeEmpty.run(workspace, entry)
      })
    },
  } satisfies Partial<WriteLog>
}

function queryEntries({ prepare }: Database, workspace: string) {
  const byId = prepare<StoredEntry>(`SELECT ${entryColumns} FROM entries WHERE workspace = ? AND id = ?`)
  const byDraft = prepare<StoredEntry>(
    `SELECT ${entryColumns} FROM entries WHERE workspace = ? AND draft = ?`,
  )
  const since = prepare<StoredEntry>(
    `SELECT ${entryColumns} FROM entries WHERE workspace = ? AND at >= ? ORDER BY id DESC`,
  )
  const unfinished = prepare<StoredEntry>(
    `SELECT ${entryColumns} FROM entries
     WHERE workspace = ? AND undoes = ? AND undone_by IS NULL ORDER BY id DESC LIMIT 1`,
  )
  const totals = prepare<Pick<StoredWrite, 'operation' | 'state' | 'not_undoable'> & { counts: string }>(
    'SELECT operation, state, not_undoable, counts FROM writes WHERE workspace = ? AND entry = ? ORDER BY number',
  )
  const changes = prepare<Pick<StoredWrite, 'changes'>>(
    'SELECT changes FROM writes WHERE workspace = ? AND entry = ?',
  )
  const addTotals = (entry: StoredEntry): LoggedEntry => {
    const rows = totals.all(workspace, entry.id)
    const counts = addCounts(rows.map((row) => JSON.parse(row.counts) as ChangeCounts)) // countChanges wrote it
    return { ...entry, counts, writes: rows.map(({ counts: _, ...write }) => write) }
  }
  const hasChanged = (entry: number, { type, id }: NonNullable<HistoryFilter['entity']>): boolean =>
    changes
      .all(workspace, entry)
      .some(
        ({ changes: text }) =>
          text.includes(id) && decodeChanges(text).some((change) => change.type === type && change.id === id),
      )
  return {
    findEntry(id) {
      const entry = byId.get(workspace, id)
      return entry && addTotals(entry)
    },
    findDraftEntry(draft) {
      const entry = byDraft.get(workspace, draft)
      return entry && addTotals(entry)
    },
    findUnfinishedUndo(id) {
      const entry = unfinished.get(workspace, id)
      return entry && addTotals(entry)
    },
    listEntries({ limit = Number.POSITIVE_INFINITY, since: from, entity }) {
      const entries: LoggedEntry[] = []
      for (const entry of since.iterate(workspace, from === undefined ? 0 : Date.parse(from))) {
        if (entries.length >= limit) break
        if (!entity || hasChanged(entry.id, entity)) entries.push(addTotals(entry))
      }
      return entries
    },
  } satisfies Partial<WriteLog>
}

function queryWrites({ prepare }: Database, workspace: string) {
  const byEntry = prepare<StoredWrite>(
    `SELECT ${writeColumns} FROM writes WHERE workspace = ? AND entry = ? ORDER BY number`,
  )
  const byNumber = prepare<StoredWrite>(
    `SELECT ${writeColumns} FROM writes WHERE workspace = ? AND number = ?`,
  )
  const later = prepare<StoredWrite>(
    `SELECT ${writeColumns} FROM writes WHERE workspace = ? AND entry > ? ORDER BY entry, number`,
  )
  return {
    listWrites: (entry) => byEntry.all(workspace, entry).map(readWrite),
    *listLaterWrites(entry) {
      for (const row of later.iterate(workspace, entry)) yield readWrite(row)
    },
    findWrite(number) {
      const row = byNumber.get(workspace, number)
      return row && readWrite(row)
    },
  } satisfies Partial<WriteLog>
}

function countChanges(changes: readonly LoggedChange[]): ChangeCounts {
  const counts: Partial<Record<ChangeType, number>> = {}
  for (const { type } of changes) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

function addCounts(all: readonly ChangeCounts[]): ChangeCounts {
  const total: Partial<Record<ChangeType, number>> = {}
  // The keys are those of `ChangeCounts`.
  for (const counts of all)
    for (const [type, count] of Object.entries(counts) as [ChangeType, number][])
      total[type] = (total[type] ?? 0) + count
  return total
}
