/** Looks into a copy of a workspace, changing neither the copy nor anything beside it. */

import { randomUUID } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StorageError, UserError } from '../contract/errors.ts'
import { makeDirectory } from '../fs/make-directory.ts'
import type { Database } from './database.ts'
import { assertHasContent, removeFile } from './database-file.ts'
import { findIntegrityErrors } from './integrity-check.ts'
import { removeLeftovers } from './leftovers.ts'
import { openWithoutMigrating } from './open-database.ts'
import { isBeyondRepair, toStorageError } from './sqlite-errors.ts'
import { hasMarks, renewMarkSql } from './wal-ownership.ts'
import { workspaceSchema } from './workspace-store.ts'

/** What a copy holds. Instants are milliseconds since 1970. */
export interface CopyContents {
  currency: string
  id_salt: string
  accounts: number
  transactions: number
  last_change: number | null
}

/** Takes a copy of a workspace with its log into a new file beside another one, whole and sound. Throws StorageTrouble. */
export function makeVerifiedCopy(source: string, beside: string): { path: string; contents: CopyContents } {
  const path = `${beside}.${randomUUID()}.tmp`
  try {
    assertHasContent(source)
    makeDirectory(dirname(path), 0o700)
    for (const part of ['', '-wal']) {
      if (!existsSync(source + part)) continue
      copyFileSync(source + part, path + part)
      chmodSync(path + part, 0o600)
    }
    removeLeftovers(beside, path)
    return { path, contents: verifyCopy(path) }
  } catch (error) {
    removeFile(path)
    throw nameSourceInError(source, path, toStorageError(error, source))
  }
}

/** What a workspace's file or a copy holds; for a moment it is copied beside another file. Throws StorageTrouble. */
export function inspectCopy(file: string, beside: string): CopyContents {
  const { path, contents } = makeVerifiedCopy(file, beside)
  removeFile(path)
  return contents
}

/** Throws a Mistake unless there is a file that could be a copy, and another one than the workspace's own. */
export function assertRestorableCopy(source: string, file: string): void {
  const found = statSync(source, { throwIfNoEntry: false, bigint: true })
  if (!found) throw new UserError('not_found', `There is no file "${source}"`)
  if (!found.isFile()) throw new UserError('usage', `"${source}" is not a file`)
  if (found.size === 0n) throw new UserError('value', `"${source}" is empty`)
  const own = statSync(file, { throwIfNoEntry: false, bigint: true })
  if (own && own.dev === found.dev && own.ino === found.ino)
    throw new UserError('usage', `"${source}" is the workspace's own file`, {
      hint: 'Name a copy that budget db backup wrote',
    })
}

function verifyCopy(path: string): CopyContents {
  const database = openWithoutMigrating(path, workspaceSchema)
  try {
    const [damage] = findIntegrityErrors(database)
    if (damage !== undefined) throw new StorageError(`${path} is damaged: ${damage}`)
    const contents = readContents(database)
    if (!contents) throw new StorageError(`${path} has no workspace in it`)
    if (hasMarks(database)) database.write(() => database.exec(renewMarkSql))
    database.exec('PRAGMA journal_mode=DELETE') // no log belongs to it now
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

/** A person knows the copy by its own name. */
function nameSourceInError(source: string, path: string, error: unknown): unknown {
  if (!(error instanceof StorageError)) return error
  const hint = isBeyondRepair(error) ? 'Choose another copy' : error.hint?.replaceAll(path, source)
  return new StorageError(error.message.replaceAll(path, source), error, hint)
}
