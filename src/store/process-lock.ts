/**
 * Locks files against other processes.
 * The locks are SQLite's own, which end with the process that holds them.
 */

import { UserError } from '../contract/errors.ts'
import { openBareConnection } from './database.ts'
import { createPrivateFile } from './database-file.ts'
import { isBusyError, toStorageError } from './sqlite-errors.ts'

/**
 * Locks an empty file until released or until this process ends; undefined when another process holds it.
 * @throws StorageError when the file cannot be created or locked
 */
export function tryLockFile(file: string): (() => void) | undefined {
  try {
    createPrivateFile(file)
  } catch (error) {
    throw toStorageError(error, file)
  }
  // Two processes that run BEGIN EXCLUSIVE at the same moment can both fail.
  return tryLock(file, 'BEGIN IMMEDIATE', 0)
}

/**
 * Locks a workspace's file exclusively, with its log checkpointed and removed; undefined while another process
 * has it open. A process that waits meanwhile finds the file replaced; SQLite does not write to a file that was
 * moved.
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
/**
 * Locks an account against other imports until released.
 * @throws UserError when another import is running
 * @throws StorageError when the lock file cannot be created
 */
export function acquireImportLock(file: string): () => void {
  const release = tryLockFile(file)
  if (release) return release
  throw new UserError('conflict', 'Another import into this account is running', {
    hint: 'Wait until it is done; budget imports list shows it',
  })
}

/**
 * Locks the history of a workspace against another undo until released.
 * @throws UserError when another process takes something back
 * @throws StorageError when the lock file cannot be created
 */
export function acquireUndoLock(file: string): () => void {
  const release = tryLockFile(file)
  if (release) return release
  throw new UserError('conflict', 'Another undo of this workspace is running', {
    hint: 'Wait until it is done; budget history shows it',
  })
}

/**
 * Locks the unsent decisions of a workspace against another review until released.
 * @throws UserError when another review is open
 * @throws StorageError when the lock file cannot be created
 */
export function acquireReviewLock(file: string): () => void {
  const release = tryLockFile(file)
  if (release) return release
  throw new UserError('conflict', 'Another review of this workspace is open', {
    hint: 'Continue there, or close it with q',
  })
}
