/**
 * imports.db: the journal of imports into services elsewhere. Unlike state.db it must not be lost, so it has a file of its own.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import { importJournal } from './import-journal.ts'
import { importJournalMigration } from './migrations/workspace-2-import-journal.ts'
import { type DatabaseSchema, openDatabase } from './open-database.ts'
import { acquireImportLock } from './process-lock.ts'

const importsSchema: DatabaseSchema = { application: 0x62676a6c, migrations: [importJournalMigration] }

/** Opens the journal in a directory for a workspace elsewhere, whichever key opens it. Throws StorageTrouble. */
export function openImportStore(
  folder: string,
  { base_url, workspace_id }: { base_url: string; workspace_id: string },
): ImportStore & { close: () => void } {
  const database = openDatabase(join(folder, 'imports.db'), importsSchema)
  const workspace = createHash('sha256').update(`${base_url}\n${workspace_id}`).digest('hex').slice(0, 16)
  return {
    ...importJournal(database, workspace),
    isAtomic: false,
    groupCommit: (work) => work(),
    lockAccount: (account_id) => acquireImportLock(join(folder, `${workspace}.${account_id}.lock`)),
    close: () => database.close(),
  }
}
