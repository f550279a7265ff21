/**
 * Replaces the file of a workspace by a backup, keeping the old one under another name, and deletes such files.
 * @see docs/reliability.md#r1
 */

import { constants, existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StorageError, UserError } from '../contract/errors.ts'
import { getErrorCode } from '../fs/file-errors.ts'
import { assertHasContent, removeFile, removeLogs, syncToDisk } from './database-file.ts'
import { assertRestorableCopy, type CopyContents, makeVerifiedCopy } from './inspect-backup.ts'
import { tryLockExclusively } from './process-lock.ts'
import { isDamageError, toStorageError } from './sqlite-errors.ts'

/**
 * Replaces a workspace's file; returns the content of the backup, and the path of the replaced file.
 * @throws UserError while another process has the workspace open, or for an unsuitable path
 * @throws StorageError when the backup is damaged or a file cannot be written
 */
export function restoreFile(
  file: string,
  source: string,
): { contents: CopyContents; kept_as: string | null } {
  assertRestorableCopy(source, file)
  try {
    const { path, contents } = makeVerifiedCopy(source, file)
    try {
      syncToDisk(path, 'r+')
      // From here on the old file must not be opened: closing it would release the lock.
      const release = lockAgainstOthers(file)
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

/**
 * Locks the file of a workspace and checkpoints its log, if it is a sound file of ours; returns what releases it.
 * @throws UserError while another process has the workspace open
 */
function lockAgainstOthers(file: string): () => void {
  const isSound = (): boolean => {
    try {
      assertHasContent(file)
      return true
    } catch (error) {
      if (error instanceof StorageError) return false
      throw error
    }
  }
  // A file that cannot be opened is open in no other process.
  if (!isSound()) return () => undefined
  try {
    const release = tryLockExclusively(file)
    if (release) return release
  } catch (error) {
    if (isDamageError(error)) return () => undefined
    throw error
  }
  throw new UserError('conflict', 'Another budget process has the workspace open', {
    hint: 'Stop budget serve or wait for the other command, then try again',
  })
}

/** Keeps the old file and its log under another name and gives theirs to the new file. The name is never free. */
function swapFiles(file: string, path: string): string | null {
  const keptPath =
    existsSync(file) || hasContent(`${file}-wal`) ? findFreeName(`${file}.before-restore`) : null
  if (keptPath !== null) {
    if (existsSync(file)) preserveFile(file, keptPath)
    if (hasContent(`${file}-wal`)) preserveFile(`${file}-wal`, `${keptPath}-wal`)
  }
  removeLogs(file)
  renameSync(path, file)
  if (constants.O_DIRECTORY) syncToDisk(dirname(file), 'r') // Windows cannot open directories
  return keptPath
}

const hasContent = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Returns a path that no replaced file has yet. */
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
    renameSync(path, name) // the file system has no hard links
  }
}

/**
 * Gives the file a name that no workspace has, so that a killed process leaves it whole; returns what deletes it.
 * @throws UserError while another process has the workspace open
 * @throws StorageError when the file cannot be renamed
 */
export function beginDeletion(file: string): () => void {
  try {
    const release = lockAgainstOthers(file)
    try {
      if (existsSync(file)) {
        removeLogs(file)
        renameSync(file, `${file}.deleted`)
      }
    } finally {
      release()
    }
  } catch (error) {
    throw toStorageError(error, file)
  }
  return () => removeFilesOf(file)
}

function removeFilesOf(file: string): void {
  const prefix = `${basename(file, '.db')}.`
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(prefix)) rmSync(join(dirname(file), name), { force: true })
}
