/** Removes the temporary files that killed processes left next to a file. @see docs/reliability.md#r16 */

import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { explainFileError, getErrorCode } from '../fs/file-errors.ts'

/** No process writes one file for so long. */
const LEFTOVER_MILLISECONDS = 60 * 60 * 1000
const TEMPORARY_NAME =
  /^\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.tmp(-wal|-shm|-journal)?$/

/**
 * Removes unfinished copies of a file.
 * @param fresh a file just written: others that are not much older stay
 */
export function removeLeftovers(file: string, fresh: string): void {
  const folder = dirname(file)
  const name = basename(file)
  const { mtimeMs: now } = statSync(fresh) // the clock of the file system also dated the other files
  for (const entry of listNames(folder)) {
    if (!entry.startsWith(name) || !TEMPORARY_NAME.test(entry.slice(name.length))) continue
    const path = join(folder, entry)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() && now - stats.mtimeMs > LEFTOVER_MILLISECONDS) rmSync(path, { force: true })
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (explainFileError(getErrorCode(error))) return [] // a directory may be writable and not listable
    throw error
  }
}
