/** Lists the files of a directory. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { toPathError } from './path-errors.ts'

/**
 * Returns the paths of the files in a directory and in the directories right inside it, with `/` and in order; hidden
 * ones and links are left out. undefined when the path is no directory.
 * @throws UserError when the directory cannot be read
 */
export function listDirectory(path: string): string[] | undefined {
  try {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined
    return listFiles(path, '', 1).toSorted()
  } catch (error) {
    throw toPathError(error, path)
  }
}

function listFiles(folder: string, prefix: string, depth: number): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return []
    const path = `${prefix}${entry.name}`
    if (entry.isFile()) return [path]
    return entry.isDirectory() && depth > 0 ? listFiles(folder, `${path}/`, depth - 1) : []
  })
}
