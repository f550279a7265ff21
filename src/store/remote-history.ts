/**
 * Opens remote-history.db, the log of the writes that were sent to remote workspaces; it must not be lost.
 * @see docs/history.md#3-on-a-remote-profile
 */

import { join } from 'node:path'
import type { WriteLog } from '../contract/ports/write-log.ts'
import { hashRemoteIdentity } from './hash-remote-identity.ts'
import { type DatabaseSchema, openDatabase } from './open-database.ts'
import { acquireUndoLock } from './process-lock.ts'
import { writeLog } from './write-log.ts'

/** Instants are milliseconds since 1970; changes, requests and lists of ids are JSON. */
const remoteHistorySchema: DatabaseSchema = {
  application: 0x62677268,
  migrations: [
    `CREATE TABLE entries (
       workspace TEXT NOT NULL,
       id INTEGER NOT NULL,
       at INTEGER NOT NULL,
       command TEXT NOT NULL,
       undoes INTEGER,
       undone_by INTEGER,
       PRIMARY KEY (workspace, id)
     ) STRICT, WITHOUT ROWID;

     CREATE TABLE writes (
       number INTEGER PRIMARY KEY AUTOINCREMENT,
       workspace TEXT NOT NULL,
       entry INTEGER NOT NULL,
       operation TEXT NOT NULL,
       request TEXT NOT NULL,
       state TEXT NOT NULL CHECK (state IN ('sent', 'unknown', 'done')),
       changes TEXT NOT NULL,
       counts TEXT NOT NULL,
       not_undoable TEXT,
       inverts TEXT,
       undone TEXT NOT NULL DEFAULT '[]',
       FOREIGN KEY (workspace, entry) REFERENCES entries (workspace, id)
     ) STRICT;
     CREATE INDEX writes_of_entry ON writes (workspace, entry);`,

    `ALTER TABLE entries ADD COLUMN actor TEXT;
     ALTER TABLE entries ADD COLUMN draft TEXT;
     CREATE UNIQUE INDEX entries_by_draft ON entries (draft) WHERE draft IS NOT NULL;`,
  ],
}

/**
 * Opens the log of a remote workspace, which does not depend on the key.
 * @throws StorageError when it cannot be opened
 */
export function openRemoteHistory(
  folder: string,
  { base_url, workspace_id }: { base_url: string; workspace_id: string },
): WriteLog & { close: () => void } {
  const database = openDatabase(join(folder, 'remote-history.db'), remoteHistorySchema)
  const workspace = hashRemoteIdentity(base_url, workspace_id)
  return {
    ...writeLog(database, workspace),
    lockUndo: () => acquireUndoLock(join(folder, `${workspace}.undo.lock`)),
    close: () => database.close(),
  }
}
