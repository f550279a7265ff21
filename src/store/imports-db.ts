/** imports.db: the journal of imports into services elsewhere. Unlike state.db it must not be lost, so it has a file of its own. */ // import.md §7

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Imports } from '../contract/ports/import-journal.ts'
import { journalOf } from './import-journal.ts'
import { lockImports } from './import-lock.ts'
import { journalTables } from './migrations/workspace-2-import-journal.ts'
import { openDatabase, type Schema } from './open-database.ts'

const schema: Schema = { application: 0x62676a6c, migrations: [journalTables] }

/** Opens the journal in a directory for a workspace elsewhere, whichever key opens it. Throws StorageTrouble. */
export function openImports(
  folder: string,
  { base_url, workspace_id }: { base_url: string; workspace_id: string },
): Imports & { close: () => void } {
  const database = openDatabase(join(folder, 'imports.db'), schema)
  const workspace = createHash('sha256').update(`${base_url}\n${workspace_id}`).digest('hex').slice(0, 16)
  return {
    ...journalOf(database, workspace),
    isAtomic: false,
    together: (work) => work(),
    lock: (account_id) => lockImports(join(folder, `${workspace}.${account_id}.lock`)),
    close: () => database.close(),
  }
}
