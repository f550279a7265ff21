/** Puts a copy in the place of a workspace's file, and keeps the file that was there. @see docs/reliability.md#r1 */

import { constants, copyFileSync, existsSync, linkSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StorageError, UserError } from '../contract/errors.ts'
import { getErrorCode } from '../fs/file-errors.ts'
import { assertHasContent, hasPendingLog, removeFile, removeLogs, syncToDisk } from './database-file.ts'
import { assertRestorableCopy, type CopyContents, makeVerifiedCopy } from './inspect-backup.ts'
import { tryLockExclusively } from './process-lock.ts'
import { isDamageError, toStorageError } from './sqlite-errors.ts'
import { assertOwnLog } from './wal-ownership.ts'

/** Replaces a workspace's file; answers with what the copy holds, and where the old file is kept. Throws a Mistake or StorageTrouble. */
export function restoreFile(
  file: string,
  source: string,
): { contents: CopyContents; kept_as: string | null } {
  assertRestorableCopy(source, file)
  try {
    const { path, contents } = makeVerifiedCopy(source, file)
    try {
      syncToDisk(path, 'r+')
      // Nothing of the old file is read from here on: closing it would give up the lock.
      const release = lockOldFile(file)
      try {
        return { contents, kept_as: swapFiles(file, path) }
      } finally {
        release()
      }
    } finally {
      removeFile(path)
    }
  } catch (error) {
    throw toStorageError(error, file)
  }
}

/** Holds the old file alone and takes its log in, as far as it is one of ours and whole. */
function lockOldFile(file: string): () => void {
  const isSound = (): boolean => {
    try {
      assertHasContent(file)
      if (hasPendingLog(file)) assertOwnLog(file)
      return true
    } catch (error) {
      if (error instanceof StorageError) return false
      throw error
    }
  }
  // Nobody else has a file open that cannot be opened.
  if (!isSound()) return () => undefined
  try {
    const release = tryLockExclusively(file)
    if (release) return release
  } catch (error) {
    if (isDamageError(error)) return () => undefined
    throw error
  }
  throw new UserError('conflict', 'Another budget process has the workspace open', {
    hint: 'Stop budget serve, or wait until the other command is done, then try again',
  })
}

/** The old file and its log under another name, then the new file in their place: at no moment is there none. */
function swapFiles(file: string, path: string): string | null {
  const kept = existsSync(file) || hasContent(`${file}-wal`) ? findFreeName(`${file}.before-restore`) : null
  if (kept !== null) {
    if (existsSync(file)) preserveFile(file, kept)
    if (hasContent(`${file}-wal`)) preserveFile(`${file}-wal`, `${kept}-wal`)
  }
  removeLogs(file)
  renameSync(path, file)
  if (constants.O_DIRECTORY) syncToDisk(dirname(file), 'r') // Windows opens no directories
  return kept
}

const hasContent = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Older files that were replaced stay as they are. */
function findFreeName(first: string): string {
  let name = first
  for (let number = 2; existsSync(name) || existsSync(`${name}-wal`); number++) name = `${first}-${number}`
  return name
}

function preserveFile(path: string, name: string): void {
  try {
    linkSync(path, name)
  } catch (error) {
    if (getErrorCode(error) !== 'EPERM' && !getErrorCode(error).endsWith('NOTSUP')) throw error
    copyFileSync(path, name, constants.COPYFILE_EXCL) // a file system without second names
  }
}
