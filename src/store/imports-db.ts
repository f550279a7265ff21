/**
 * Opens imports.db, the journal of imports into remote services and their reconciliations; it must not be lost.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import { join } from 'node:path'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import type { Reconciliation, ReconciliationLog } from '../contract/ports/workspace-admin.ts'
import type { Database } from './database.ts'
import { hashRemoteIdentity } from './hash-remote-identity.ts'
import { importJournal, importJournalMigration } from './import-journal.ts'
import { type DatabaseSchema, openDatabase } from './open-database.ts'
import { acquireImportLock } from './process-lock.ts'

/** Creates the table of the reconciliations of remote workspaces. */
const remoteReconciliationsMigration = `
CREATE TABLE reconciliations (
  workspace TEXT NOT NULL,
  account_id TEXT NOT NULL,
  date TEXT NOT NULL,
  balance TEXT NOT NULL, -- of the bank, as a decimal string
  reconciled_at TEXT NOT NULL,
  PRIMARY KEY (workspace, account_id, date)
) STRICT, WITHOUT ROWID;
`

const importsSchema: DatabaseSchema = {
  application: 0x62676a6c,
  migrations: [importJournalMigration, remoteReconciliationsMigration],
}

/**
 * Opens the journal of a remote workspace, which does not depend on the key.
 * @throws StorageError when it cannot be opened
 */
export function openImportStore(
  folder: string,
  { base_url, workspace_id }: { base_url: string; workspace_id: string },
): ImportStore & { reconciliations: ReconciliationLog; close: () => void } {
  const database = openDatabase(join(folder, 'imports.db'), importsSchema)
  const workspace = hashRemoteIdentity(base_url, workspace_id)
  return {
    ...importJournal(database, workspace),
    reconciliations: remoteReconciliations(database, workspace),
    isAtomic: false,
    groupCommit: (work) => work(),
    lockAccount: (account_id) => acquireImportLock(join(folder, `${workspace}.${account_id}.lock`)),
    close: () => database.close(),
  }
}

/** Returns the reconciliations of one remote workspace. */
export function remoteReconciliations({ prepare, write }: Database, workspace: string): ReconciliationLog {
  const all = prepare<Reconciliation>(
    `SELECT account_id, date, balance, reconciled_at FROM reconciliations
     WHERE workspace = ? ORDER BY account_id, date`,
  )
  const upsert = prepare(
    `INSERT INTO reconciliations VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET balance = excluded.balance, reconciled_at = excluded.reconciled_at`,
  )
  return {
    list: () => all.all(workspace),
    note: ({ account_id, date, balance, reconciled_at }) =>
      void write(() => upsert.run(workspace, account_id, date, balance, reconciled_at)),
  }
}
