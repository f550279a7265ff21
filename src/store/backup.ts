/** Copies the database of a workspace to a file while other processes may write to it. */

import { randomUUID } from 'node:crypto'
import { closeSync, constants, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StorageError, UserError } from '../contract/errors.ts'
import type { BackupOptions } from '../contract/ports/local-service.ts'
import { type Database, openConnection } from './database.ts'
import { syncToDisk } from './database-file.ts'
import { removeLeftovers } from './leftovers.ts'
import { toStorageError } from './sqlite-errors.ts'
import { hasMarks, renewMarkSql } from './wal-ownership.ts'

/**
 * Writes a copy of a database, whole or not at all, readable by its owner only.
 * @throws UserError when the path is unsuitable
 * @throws StorageError when the copy cannot be written
 */
export function backUpDatabase(
  database: Database,
  file: string,
  { force, dry_run = false }: BackupOptions,
): void {
  if (existsSync(file) && !force)
    throw new UserError('usage', `"${file}" already exists`, { hint: 'Add --force to replace it' })
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats && !stats.isFile() && !stats.isDirectory())
    throw new UserError('usage', `"${file}" is not a file`, { hint: 'Choose another name' })
  if (!existsSync(dirname(file)))
    throw new UserError('not_found', `The directory of "${file}" does not exist`)
  if (dry_run) return
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    // SQLite fills an existing empty file, so that no other user can read the copy at any moment.
    closeSync(openSync(temporary, 'wx', 0o600))
    removeLeftovers(file, temporary)
    database.prepare('VACUUM INTO ?').run(temporary)
    if (hasMarks(database)) renewCopyMark(temporary)
    syncToDisk(temporary, 'r+')
    renameSync(temporary, file)
    if (constants.O_DIRECTORY) syncToDisk(dirname(file), 'r') // Windows cannot open directories
  } catch (error) {
    rmSync(temporary, { force: true })
    // SQLite's error names the source; the file that could not be written is the copy.
    const cause = error instanceof StorageError ? (error.cause ?? error) : error
    throw toStorageError(cause, file)
  }
}

/** Gives the copy its own write mark, so that a log of the original is never applied to it. */
function renewCopyMark(copy: string): void {
  const database = openConnection(copy)
  try {
    database.exec(renewMarkSql)
  } finally {
    database.discard()
  }
}
