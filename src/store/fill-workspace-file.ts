/** Writes the file of a new workspace in one pass, without a history of changes. */

import { collectGarbage } from './database.ts'
import { removeFile, syncToDisk } from './database-file.ts'
import { type NewWorkspaceTables, newWorkspaceTables } from './new-workspace-tables.ts'
import { fillNewDatabase } from './open-database.ts'
import { type WorkspaceSettings, workspaceSchema } from './workspace-store.ts'

/**
 * Writes a workspace's file and waits until it is on the disk; on failure it is removed.
 * @param fill inserts the rows; it checks their references
 * @throws StorageError when the file cannot be written
 */
export function fillWorkspaceFile(
  file: string,
  { currency, id_salt }: WorkspaceSettings,
  fill: (tables: NewWorkspaceTables) => void,
): void {
  // What was read to make the rows is not needed any more, and may be larger than what is written.
  collectGarbage()
  try {
    fillNewDatabase(file, workspaceSchema, (database) => {
      database.prepare('INSERT INTO workspace VALUES (?, ?)').run(currency, id_salt)
      fill(newWorkspaceTables(database))
    })
    syncToDisk(file, 'r+')
  } catch (error) {
    removeFile(file)
    throw error
  }
}
