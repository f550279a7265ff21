/**
 * Opens imports.db, the journal of imports into remote services and their reconciliations; it must not be lost.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import { join } from 'node:path'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import type { ReconciliationLog } from '../contract/ports/reconciliations.ts'
import { hashParts } from './hash-parts.ts'
import { importJournal } from './import-journal.ts'
import { importJournalMigration } from './migrations/workspace-2-import-journal.ts'
import { type DatabaseSchema, openDatabase } from './open-database.ts'
import { acquireImportLock } from './process-lock.ts'
import { remoteReconciliations, remoteReconciliationsMigration } from './remote-reconciliations.ts'

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
  const workspace = hashParts(base_url, workspace_id)
  return {
    ...importJournal(database, workspace),
    reconciliations: remoteReconciliations(database, workspace),
    isAtomic: false,
    groupCommit: (work) => work(),
    lockAccount: (account_id) => acquireImportLock(join(folder, `${workspace}.${account_id}.lock`)),
    close: () => database.close(),
  }
}
