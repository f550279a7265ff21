/** Reads a backup without changing it or the directory it is in. */

import { randomUUID } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StorageError, UserError } from '../contract/errors.ts'
import { makeDirectory } from '../fs/make-directory.ts'
import type { Database } from './database.ts'
import { assertHasContent, removeFile } from './database-file.ts'
import { findIntegrityErrors } from './integrity-check.ts'
import { openWithoutMigrating } from './open-database.ts'
import { isBeyondRepair, toStorageError } from './sqlite-errors.ts'
import { removeLeftovers } from './workspace-files.ts'
import { workspaceSchema } from './workspace-store.ts'

/** The content of a backup. Instants are milliseconds since 1970. */
export interface CopyContents {
  currency: string
  id_salt: string
  accounts: number
  transactions: number
  last_change: number | null
}

/**
 * Copies a backup and its log to a temporary file next to another file, and verifies the copy. The file must not be
 * open in this process: closing a descriptor of it drops the locks that SQLite has on it.
 * @throws StorageError when the backup is damaged or cannot be copied
 */
export function makeVerifiedCopy(source: string, target: string): { path: string; contents: CopyContents } {
  const path = `${target}.${randomUUID()}.tmp`
  try {
    assertHasContent(source)
    makeDirectory(dirname(path), 0o700)
    for (const suffix of ['', '-wal']) {
      if (!existsSync(source + suffix)) continue
      copyFileSync(source + suffix, path + suffix)
      chmodSync(path + suffix, 0o600)
    }
    removeLeftovers(target, path)
    return { path, contents: verifyCopy(path) }
  } catch (error) {
    removeFile(path)
    throw nameSourceInError(source, path, toStorageError(error, source))
  }
}

/**
 * Returns the content of a backup or of a workspace's file, from a temporary copy next to another file.
 * @throws StorageError when it is damaged or cannot be copied
 */
export function inspectCopy(file: string, target: string): CopyContents {
  const { path, contents } = makeVerifiedCopy(file, target)
  removeFile(path)
  return contents
}

/**
 * Asserts that `source` is a file with content, and not the workspace's own file.
 * @throws UserError otherwise
 */
export function assertRestorableCopy(source: string, file: string): void {
  const stats = statSync(source, { throwIfNoEntry: false, bigint: true })
  if (!stats) throw new UserError('not_found', `File not found: "${source}"`)
  if (!stats.isFile()) throw new UserError('usage', `"${source}" is not a file`)
  if (stats.size === 0n) throw new UserError('invalid', `"${source}" is empty`)
  const ownStats = statSync(file, { throwIfNoEntry: false, bigint: true })
  if (ownStats && ownStats.dev === stats.dev && ownStats.ino === stats.ino)
    throw new UserError('usage', `"${source}" is the workspace's own file`, {
      hint: 'Use a backup written by budget db backup',
    })
}

function verifyCopy(path: string): CopyContents {
  const database = openWithoutMigrating(path, workspaceSchema)
  try {
    const [damage] = findIntegrityErrors(database)
    if (damage !== undefined) throw new StorageError(`${path} is damaged: ${damage}`)
    const contents = readContents(database)
    if (!contents) throw new StorageError(`${path} does not contain a workspace`)
    database.exec('PRAGMA journal_mode=DELETE') // closes the log of the copy
    return contents
  } finally {
    database.discard()
  }
}

const readContents = (database: Database): CopyContents | undefined =>
  database
    .prepare<CopyContents>(
      `SELECT currency, id_salt, (SELECT count(*) FROM accounts WHERE deleted = 0) AS accounts,
         (SELECT count(*) FROM transactions WHERE deleted = 0) AS transactions,
         (SELECT max(at) FROM (SELECT max(updated_at) AS at FROM transactions
            UNION ALL SELECT max(updated_at) FROM accounts)) AS last_change
       FROM workspace`,
    )
    .get()

/** Replaces the temporary path in an error by the path that the user knows. */
function nameSourceInError(source: string, path: string, error: unknown): unknown {
  if (!(error instanceof StorageError)) return error
  const hint = isBeyondRepair(error) ? 'Choose another backup' : error.hint?.replaceAll(path, source)
  return new StorageError(error.message.replaceAll(path, source), error, hint)
}
