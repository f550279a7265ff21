/** Creates directories, also on file systems where Node's recursive mkdir fails. */

import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { getErrorCode } from './file-errors.ts'

/**
 * Creates a directory and its missing parents. Node's recursive mkdir never ends where a system refuses new
 * directories with ENOENT, and hides that a file system is read-only.
 */
export function makeDirectory(folder: string, mode?: number): void {
  if (existsSync(folder)) return
  makeDirectory(dirname(folder), mode)
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    // Another process created it first.
    if (getErrorCode(error) !== 'EEXIST') throw error
  }
}
