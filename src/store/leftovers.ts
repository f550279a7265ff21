/** Removes what killed writers of a file left beside it. */ // reliability R16

import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf, fileFailure } from '../fs/file-errors.ts'

/** Nobody writes one file for so long, in milliseconds. */
const LEFT_BEHIND = 60 * 60 * 1000
const OURS = /^\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.tmp(-wal|-shm|-journal)?$/

/** Removes unfinished copies of a file; what has another name than ours, or is hardly older than `fresh`, stays. */
export function sweepLeftovers(file: string, fresh: string): void {
  const folder = dirname(file)
  const name = basename(file)
  const { mtimeMs: now } = statSync(fresh) // by the file system's clock, the one that dated the others
  for (const found of namesIn(folder)) {
    if (!found.startsWith(name) || !OURS.test(found.slice(name.length))) continue
    const path = join(folder, found)
    const known = lstatSync(path, { throwIfNoEntry: false })
    if (known?.isFile() && now - known.mtimeMs > LEFT_BEHIND) rmSync(path, { force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (fileFailure(codeOf(error))) return [] // a folder may be written to and not be listed
    throw error
  }
}
