/** The file of a database as it lies on the disk, before SQLite opens it. */

import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StorageError } from '../contract/errors.ts'
import { getErrorCode } from '../fs/file-errors.ts'
import { makeDirectory } from '../fs/make-directory.ts'
import { RESTORE_HINT } from './sqlite-errors.ts'

/** Makes an empty file only its owner can read, unless it is there; its log files inherit that. */
export function createPrivateFile(file: string): void {
  if (existsSync(file)) return
  makeDirectory(dirname(file), 0o700)
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    // Another process was faster.
    if (getErrorCode(error) !== 'EEXIST') throw error
  }
}

/** Tells a file from any other that takes its place; undefined when there is none. */
export function getFileIdentity(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev}:${found.ino}`
}

/** Removes what SQLite keeps beside a file. */
export function removeLogs(file: string): void {
  for (const part of ['-wal', '-shm', '-journal']) rmSync(file + part, { force: true })
}

/** Removes a file and what SQLite keeps beside it. */
export function removeFile(file: string): void {
  rmSync(file, { force: true })
  removeLogs(file)
}

/** A file that held something, and holds nothing any more. */
export const lostFileError = (file: string, how: 'missing' | 'empty'): StorageError =>
  new StorageError(
    `${file} is ${how}: it is not made anew, since something was in it`,
    undefined,
    RESTORE_HINT,
  )

/** Throws StorageTrouble unless there is something in a file. */
export function assertHasContent(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw lostFileError(file, 'missing')
  if (size === 0) throw lostFileError(file, 'empty')
}

/** A log that was not taken in: a process ended, or is still at work. */
export const hasPendingLog = (file: string): boolean =>
  (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 // asked once: another process may be taking it in

/** Is the file shorter than its own header says? SQLite would notice only when it reads what is missing. */
export function isTruncated(file: string): boolean {
  const header = Buffer.alloc(32)
  const handle = openSync(file, 'r')
  try {
    if (readSync(handle, header, 0, 32, 0) < 32) return false
    // https://sqlite.org/fileformat.html: the page size (1 stands for 65536) and the number of pages
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
    return fstatSync(handle).size < pageSize * header.readUInt32BE(28)
  } finally {
    closeSync(handle)
  }
}

/** Waits until a file, or with `r` a folder, is on the disk: SQLite does not wait for it while it copies. */
export function syncToDisk(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
