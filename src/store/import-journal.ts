/**
 * Reads and writes the journal of imports, in any file that has its tables.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import {
  type ImportJournal,
  type ImportRecord,
  type JournalBatch,
  type JournalBatchState,
  ROW_KEY_BYTES,
} from '../contract/ports/import-journal.ts'
import type { Database } from './database.ts'

type StoredBatch = Omit<JournalBatch, 'ids'> & { ids: string }

const importColumns = 'id, account_id, path, started_at, state, asked AS request, result'
const batchColumns =
  'number, import_id, account_id, state, sent_at, first_date, last_date, keys, "references", ids, drafts'

const splitLines = (text: string): string[] => (text === '' ? [] : text.split('\n'))
const readBatch = ({ ids, ...batch }: StoredBatch): JournalBatch => ({ ...batch, ids: splitLines(ids) })

/**
 * Returns the import journal of one workspace.
 * @param workspace tells it from others in the same file; empty where the file belongs to one workspace
 */
export const importJournal = (database: Database, workspace = ''): ImportJournal => ({
  ...journalImports(database, workspace),
  ...journalBatches(database, workspace),
  ...queryBatches(database, workspace),
})

function journalImports({ prepare, write }: Database, workspace: string) {
  const all = prepare<ImportRecord>(
    `SELECT ${importColumns} FROM imports WHERE workspace = ? ORDER BY started_at DESC, rowid DESC`,
  )
  const byId = prepare<ImportRecord>(`SELECT ${importColumns} FROM imports WHERE workspace = ? AND id = ?`)
  const known = prepare<{ known: string }>('SELECT known FROM imports WHERE workspace = ? AND id = ?')
  const begin = prepare(
    `INSERT INTO imports (workspace, id, account_id, path, started_at, state, asked, known)
       VALUES (?, ?, ?, ?, ?, 'unfinished', ?, ?)
     ON CONFLICT DO UPDATE SET path = excluded.path, started_at = excluded.started_at, state = 'unfinished',
       asked = excluded.asked, known = excluded.known, result = ''`,
  )
  const finish = prepare('UPDATE imports SET state = ?, result = ? WHERE workspace = ? AND id = ?')
  const markUndone = prepare("UPDATE imports SET state = 'undone' WHERE workspace = ? AND id = ?")
  const deleteBatches = prepare('DELETE FROM batches WHERE workspace = ? AND import_id = ?')
  const findImport = (id: string): ImportRecord | undefined => byId.get(workspace, id)
  return {
    listImports: () => all.all(workspace),
    findImport,
    beginImport(record, knownIds) {
      const { id, account_id, path, started_at, request } = record
      write(() => {
        // The rows of an undone import are no longer known, so that the file can be imported again.
        if (findImport(id)?.state === 'undone') deleteBatches.run(workspace, id)
        begin.run(workspace, id, account_id, path, started_at, request, knownIds.join('\n'))
      })
    },
    listKnownTransactions: (id) => splitLines(known.get(workspace, id)?.known ?? ''),
    markUndone: (id) => void write(() => markUndone.run(workspace, id)),
    finishImport: (id, state, result) => void write(() => finish.run(state, result, workspace, id)),
  } satisfies Partial<ImportJournal>
}

function journalBatches({ prepare, write }: Database, workspace: string) {
  const insert = prepare(
    `INSERT INTO batches (workspace, import_id, account_id, state, sent_at, first_date, last_date, keys,
       "references", ids, drafts)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  type NewBatch = Omit<JournalBatch, 'number' | 'state' | 'ids'>
  const insertBatch = (state: JournalBatchState, batch: NewBatch, ids: readonly string[]): number => {
    const { import_id, account_id, sent_at, first_date, last_date, keys, references, drafts } = batch
    const dates = [first_date, last_date] as const
    const rows = [keys, references, ids.join('\n'), drafts] as const
    return write(() => insert.run(workspace, import_id, account_id, state, sent_at, ...dates, ...rows).key)
  }
  const markDone = prepare("UPDATE batches SET state = 'done', ids = ?, drafts = '' WHERE number = ?")
  const markUnknown = prepare("UPDATE batches SET state = 'unknown' WHERE number = ?")
  const discard = prepare('DELETE FROM batches WHERE number = ?')
  const withIds = prepare<Pick<StoredBatch, 'number' | 'keys' | 'ids'>>(
    `SELECT number, keys, ids FROM batches JOIN imports
       ON imports.workspace = batches.workspace AND imports.id = batches.import_id
     WHERE batches.workspace = ? AND ids <> '' AND imports.state <> 'undone'`,
  )
  const setIds = prepare('UPDATE batches SET keys = ?, ids = ? WHERE number = ?')
  return {
    recordSending: (batch) => insertBatch('sending', batch, []),
    recordDone: (batch, ids) => insertBatch('done', batch, ids),
    recordKnownRows: (batch, ids) => void insertBatch('noted', batch, ids),
    markDone: (number, ids) => void write(() => markDone.run(ids.join('\n'), number)),
    markUnknown: (number) => void write(() => markUnknown.run(number)),
    discardBatch: (number) => void write(() => discard.run(number)),
    forgetTransactions(gone) {
      const isGone = new Set(gone)
      write(() => {
        for (const { number, keys: storedKeys, ids: text } of withIds.all(workspace)) {
          const ids = splitLines(text)
          if (!ids.some((id) => isGone.has(id))) continue
          const keys = storedKeys.slice()
          // No row has a key of zeros.
          for (const [index, id] of ids.entries())
            if (isGone.has(id)) keys.fill(0, index * ROW_KEY_BYTES, (index + 1) * ROW_KEY_BYTES)
          setIds.run(keys, ids.map((id) => (isGone.has(id) ? '' : id)).join('\n'), number)
        }
      })
    },
  } satisfies Partial<ImportJournal>
}

function queryBatches({ prepare }: Database, workspace: string) {
  const ids = prepare<Pick<StoredBatch, 'ids'>>('SELECT ids FROM batches WHERE number = ?')
  const byImport = prepare<StoredBatch>(
    `SELECT ${batchColumns} FROM batches WHERE workspace = ? AND import_id = ? ORDER BY number`,
  )
  const unconfirmed = prepare<StoredBatch>(
    `SELECT ${batchColumns} FROM batches WHERE workspace = ? AND account_id = ? AND state IN ('sending', 'unknown') ORDER BY number`,
  )
  const done = prepare<Pick<StoredBatch, 'number' | 'keys'>>(
    "SELECT number, keys FROM batches WHERE workspace = ? AND account_id = ? AND state = 'done'",
  )
  const imported = prepare<Pick<StoredBatch, 'import_id' | 'keys' | 'references' | 'ids'>>(
    `SELECT import_id, keys, "references", ids FROM batches JOIN imports
       ON imports.workspace = batches.workspace AND imports.id = batches.import_id
     WHERE batches.workspace = ? AND batches.account_id = ? AND last_date >= ? AND first_date <= ?
       AND batches.state IN ('done', 'noted') AND imports.state <> 'undone'`,
  )
  return {
    listBatchTransactions: (number) => splitLines(ids.get(number)?.ids ?? ''),
    listBatches: (import_id) => byImport.all(workspace, import_id).map(readBatch),
    listDoneBatches: (account_id) => done.all(workspace, account_id),
    listUnconfirmedBatches: (account_id) => unconfirmed.all(workspace, account_id).map(readBatch),
    *findImportedBatches(account_id, { since, until }) {
      for (const { ids: text, ...batch } of imported.iterate(workspace, account_id, since, until)) {
        yield { ...batch, ids: splitLines(text) }
      }
    },
  } satisfies Partial<ImportJournal>
}

/** Creates the tables. */
export const importJournalMigration = `
CREATE TABLE imports (
  workspace TEXT NOT NULL, -- empty where the file belongs to one workspace
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  path TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('unfinished', 'done', 'undone')),
  asked TEXT NOT NULL,
  result TEXT NOT NULL DEFAULT '',
  known TEXT NOT NULL,
  PRIMARY KEY (workspace, id)
) STRICT;

CREATE TABLE batches (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace TEXT NOT NULL,
  import_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sending', 'unknown', 'done', 'noted')),
  sent_at INTEGER NOT NULL,
  first_date TEXT NOT NULL,
  last_date TEXT NOT NULL,
  keys BLOB NOT NULL,
  "references" TEXT NOT NULL,
  ids TEXT NOT NULL DEFAULT '',
  drafts TEXT NOT NULL,
  FOREIGN KEY (workspace, import_id) REFERENCES imports (workspace, id)
) STRICT;
CREATE INDEX batches_of_account ON batches (workspace, account_id, last_date);
CREATE INDEX batches_of_import ON batches (workspace, import_id);
`
