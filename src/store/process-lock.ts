/** Holds files against other processes; a lock of SQLite's own is gone when its holder is killed. */

import { UserError } from '../contract/errors.ts'
import { openBareConnection } from './database.ts'
import { createPrivateFile } from './database-file.ts'
import { isBusyError, toStorageError } from './sqlite-errors.ts'

/** Holds an empty file until released or this process ends; undefined when another one holds it. Throws StorageTrouble. */
export function tryLockFile(file: string): (() => void) | undefined {
  try {
    createPrivateFile(file)
  } catch (error) {
    throw toStorageError(error, file)
  }
  // Two that ask for BEGIN EXCLUSIVE at the same moment can both be turned away.
  return tryLock(file, 'BEGIN IMMEDIATE', 0)
}

/**
 * Holds a workspace's file alone, with its log taken in and nothing beside it; undefined while another process has it
 * open. Who waited meanwhile finds the file replaced, and SQLite writes nothing into one that was moved.
 */
export const tryLockExclusively = (file: string): (() => void) | undefined =>
  tryLock(file, 'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE')

function tryLock(file: string, sql: string, timeout?: number): (() => void) | undefined {
  const connection = openBareConnection(file, timeout)
  try {
    connection.exec(sql)
    return connection.close
  } catch (error) {
    connection.close()
    if (isBusyError(error)) return undefined
    throw error
  }
}
/** Takes the lock of a file until it is released. Throws a Mistake when another process has it, StorageTrouble when there can be none. */

export function acquireImportLock(file: string): () => void {
  const release = tryLockFile(file)
  if (release) return release
  throw new UserError('conflict', 'Another import into this account is under way', {
    hint: 'Wait until it is done; budget imports list shows it',
  })
}
