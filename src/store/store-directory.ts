import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../fs/file-errors.ts'

/**
 * Makes a folder, and those above it that are missing, for its owner alone. Node's own recursive way never ends where a
 * system refuses new folders with "no such file", and hides that a file system is read-only.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
