/**
 * Finds the file of a backup, and rejects files and directories of workspaces.
 * @see docs/reliability.md#r2
 */

import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { UserError } from '../contract/errors.ts'

const OTHER_FOLDER_HINT = { hint: 'Choose a file in another directory' }

/**
 * Returns the file that a backup at this path replaces or creates: of a link, what it leads to.
 * @throws UserError when that is a workspace or lies in a directory of workspaces
 */
export function resolveBackupTarget(typed: string, workspaces: readonly string[]): string {
  const file = followLinks(typed)
  const target = statSync(file, { throwIfNoEntry: false, bigint: true })
  for (const workspace of target ? workspaces : []) {
    const stats = statSync(workspace, { throwIfNoEntry: false, bigint: true })
    if (stats && stats.dev === target?.dev && stats.ino === target.ino)
      throw new UserError('usage', `"${typed}" is the file of a workspace`, OTHER_FOLDER_HINT)
  }
  const ownDirectories = new Set(workspaces.map((workspace) => resolveRealDirectory(dirname(workspace))))
  const folder = resolveRealDirectory(dirname(resolve(file)))
  // Only a data directory has a registry; this also finds those of another BUDGET_DATA_DIR.
  if (
    existsSync(join(folder, 'registry.db')) ||
    listAncestors(folder).some((ancestor) => ownDirectories.has(ancestor))
  )
    throw new UserError('usage', `"${typed}" is in a directory of workspaces`, OTHER_FOLDER_HINT)
  return file
}

/** More links than these lead back to themselves. */
const MAX_LINKS = 40

/** Returns what a path leads to; also of a link to a file that does not exist yet. */
function followLinks(path: string, links = 0): string {
  if (existsSync(path)) return realpathSync(path)
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (!isLink || links === MAX_LINKS) return path
  return followLinks(resolve(dirname(path), readlinkSync(path)), links + 1)
}

function listAncestors(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...listAncestors(above)]
}

const resolveRealDirectory = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : folder)
