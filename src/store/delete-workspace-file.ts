/** Deletes the file of a workspace, with its log, its locks and the copies that restores kept. */

import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { removeLogs } from './database-file.ts'
import { lockAgainstOthers } from './restore.ts'
import { toStorageError } from './sqlite-errors.ts'

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
