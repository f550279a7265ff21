/** Checks and prepares the file of a database before SQLite opens it. */

import { accessSync, closeSync, constants, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StorageError } from '../contract/errors.ts'
import { getErrorCode } from '../fs/file-errors.ts'
import { makeDirectory } from '../fs/make-directory.ts'
import { RESTORE_HINT } from './sqlite-errors.ts'

/**
 * Creates an empty file that only its owner can read, unless it exists; SQLite's log files inherit the mode.
 */
export function createPrivateFile(file: string): void {
  if (existsSync(file)) return
  makeDirectory(dirname(file), 0o700)
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    // Another process created it first.
    if (getErrorCode(error) !== 'EEXIST') throw error
  }
}

/** Returns a text that changes when another file replaces this one; undefined when there is no file. */
export function getFileIdentity(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats && `${stats.dev}:${stats.ino}`
}

/** Removes the log files that SQLite keeps next to a file. */
export function removeLogs(file: string): void {
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

/** Removes a file and its log files. */
export function removeFile(file: string): void {
  rmSync(file, { force: true })
  removeLogs(file)
}

/** Returns the error for a file that had content and is missing or empty now. */
export const lostFileError = (file: string, how: 'missing' | 'empty'): StorageError =>
  new StorageError(`${file} is ${how}, but it had data; it was not created again`, undefined, RESTORE_HINT)

/**
 * Asserts that a file exists and is not empty.
 * @throws StorageError otherwise
 */
export function assertHasContent(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw lostFileError(file, 'missing')
  if (size === 0) throw lostFileError(file, 'empty')
}

/** True if the file has a write-ahead log: a process died, or is still using it. */
export const hasPendingLog = (file: string): boolean =>
  (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 // one call, because another process may remove the log in between

/**
 * True if neither the file nor a log beside it can be written: the disk or the directory is read-only, or of another
 * user.
 */
export const isReadOnly = (file: string): boolean => !isWritable(file) || !isWritable(dirname(file))

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    if (['EROFS', 'EACCES', 'EPERM'].includes(getErrorCode(error))) return false
    throw error
  }
}

/** Waits until a file (or, with `r`, a directory) is on the disk; SQLite does not wait when it copies. */
export function syncToDisk(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
