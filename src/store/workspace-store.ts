/** One workspace: its file, opened, with one object of statements per table. */

import type { BackupOptions } from '../contract/ports/local-service.ts'
import { accountsTable } from './accounts.ts'
import { backUp } from './backup.ts'
import { categoriesTable, groupsTable } from './categories.ts'
import { historyOf } from './categorization-history.ts'
import { rulesTable } from './categorization-rules.ts'
import type { Database } from './database.ts'
import { identityOf, removeFile } from './database-file.ts'
import { repliesTable } from './idempotent-replies.ts'
import { journalOf } from './import-journal.ts'
import { damageIn } from './integrity-check.ts'
import { merchantsTable } from './merchants.ts'
import { workspace1 } from './migrations/workspace-1.ts'
import { journalTables } from './migrations/workspace-2-import-journal.ts'
import { cellsTable } from './month-totals.ts'
import { openDatabase } from './open-database.ts'
import { targetsTable } from './targets.ts'
import { transactionsTable } from './transactions.ts'
import { writeMarks } from './wal-ownership.ts'

export const workspaceSchema = {
  application: 0x42756467 /* "Budg" */,
  migrations: [workspace1, journalTables, writeMarks],
}

/** What a workspace is made with. */
export interface WorkspaceSeed {
  currency: string
  /** 16 letters or digits that make this workspace's ids its own. */
  id_salt: string
}

export type Store = ReturnType<typeof openStore>

/** Makes a workspace's file and opens it; where that fails there is none. Throws StorageTrouble. */
export function makeStore(file: string, seed: WorkspaceSeed): Store {
  try {
    return openStore(file, () => seed)
  } catch (error) {
    removeFile(file)
    throw error
  }
}

/** Opens a workspace's file; ':memory:' is one that vanishes. `seed` is written when the file is new; without one it must be there. Throws StorageTrouble. */
export function openStore(file: string, seed?: () => WorkspaceSeed) {
  const database = openDatabase(file, workspaceSchema, { isKnown: !seed })
  // Who only opens a file that is there does not wait for a writer.
  if (seed && !settingsOf(database)) {
    database.write(() => {
      if (settingsOf(database)) return
      const { currency, id_salt } = seed()
      database.prepare('INSERT INTO workspace VALUES (?, ?)').run(currency, id_salt)
    })
  }
  const settings = settingsOf(database)
  if (!settings) throw new Error(`${file} has no workspace in it`)
  const identity = identityOf(file)

  return {
    file,
    settings,
    accounts: accountsTable(database),
    groups: groupsTable(database),
    categories: categoriesTable(database),
    merchants: merchantsTable(database),
    transactions: transactionsTable(database),
    cells: cellsTable(database),
    targets: targetsTable(database),
    rules: rulesTable(database),
    history: historyOf(database),
    replies: repliesTable(database),
    journal: journalOf(database),
    read: database.read,
    write: database.write,
    together: database.together,
    hold: database.hold,
    edition: database.edition,
    setCurrency: (currency: string): void =>
      void database.prepare('UPDATE workspace SET currency = ?').run(currency),
    damage: () => damageIn(database),
    backUp: (copy: string, options: BackupOptions): void => backUp(database, copy, options),
    /** Is it still this file that has its name? What is written to one that was replaced is lost. */
    isInPlace: () => identityOf(file) === identity,
    close: database.close,
    abandon: database.abandon,
  }
}

const settingsOf = (database: Database): WorkspaceSeed | undefined =>
  database.prepare<WorkspaceSeed>('SELECT currency, id_salt FROM workspace').get()
