/** Copies the database of a workspace to a file, which it checks first, while other processes may write to it. */

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StorageError, UserError } from '../contract/errors.ts'
import type { BackupOptions } from '../contract/ports/workspace-admin.ts'
import type { Database } from './database.ts'
import { syncToDisk } from './database-file.ts'
import { toStorageError } from './sqlite-errors.ts'
import { removeLeftovers } from './workspace-files.ts'

/**
 * Writes a copy of a database, whole or not at all, readable by its owner only.
 * @throws UserError when the path is unsuitable
 * @throws StorageError when the copy cannot be written
 */
export function backUpDatabase(
  database: Database,
  file: string,
  { force, dry_run = false }: BackupOptions,
): void {
  if (existsSync(file) && !force)
    throw new UserError('usage', `"${file}" already exists`, { hint: 'Add --force to replace it' })
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats && !stats.isFile() && !stats.isDirectory())
    throw new UserError('usage', `"${file}" is not a file`, { hint: 'Choose another name' })
  if (!existsSync(dirname(file)))
    throw new UserError('not_found', `The directory of "${file}" does not exist`)
  if (dry_run) return
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    // SQLite fills an existing empty file, so that no other user can read the copy at any moment.
    closeSync(openSync(temporary, 'wx', 0o600))
    removeLeftovers(file, temporary)
    database.prepare('VACUUM INTO ?').run(temporary)
    syncToDisk(temporary, 'r+')
    renameSync(temporary, file)
    if (constants.O_DIRECTORY) syncToDisk(dirname(file), 'r') // Windows cannot open directories
  } catch (error) {
    rmSync(temporary, { force: true })
    // SQLite's error names the source; the file that could not be written is the copy.
    const cause = error instanceof StorageError ? (error.cause ?? error) : error
    throw toStorageError(cause, file)
  }
}

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
