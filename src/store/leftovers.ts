/** Removes what killed writers of a file left beside it. @see docs/reliability.md#r16 */

import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { explainFileError, getErrorCode } from '../fs/file-errors.ts'

/** Nobody writes one file for so long, in milliseconds. */
const LEFTOVER_MILLISECONDS = 60 * 60 * 1000
const TEMPORARY_NAME =
  /^\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.tmp(-wal|-shm|-journal)?$/

/** Removes unfinished copies of a file; what has another name than ours, or is hardly older than `fresh`, stays. */
export function removeLeftovers(file: string, fresh: string): void {
  const folder = dirname(file)
  const name = basename(file)
  const { mtimeMs: now } = statSync(fresh) // by the file system's clock, the one that dated the others
  for (const found of listNames(folder)) {
    if (!found.startsWith(name) || !TEMPORARY_NAME.test(found.slice(name.length))) continue
    const path = join(folder, found)
    const known = lstatSync(path, { throwIfNoEntry: false })
    if (known?.isFile() && now - known.mtimeMs > LEFTOVER_MILLISECONDS) rmSync(path, { force: true })
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (explainFileError(getErrorCode(error))) return [] // a folder may be written to and not be listed
    throw error
  }
}
