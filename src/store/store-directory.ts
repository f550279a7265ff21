import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { getErrorCode } from '../fs/file-errors.ts'

/**
 * Makes a folder, and those above it that are missing, for its owner alone. Node's own recursive way never ends where a
 * system refuses new folders with "no such file", and hides that a file system is read-only.
 */
export function makePrivateDirectory(folder: string): void {
  if (existsSync(folder)) return
  makePrivateDirectory(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if (getErrorCode(error) !== 'EEXIST') throw error
  }
}
