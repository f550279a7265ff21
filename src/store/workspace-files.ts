/**
 * Lists the files of workspaces in a directory, gives new ones their names, and removes what a killed process left.
 * @see docs/reliability.md#r7
 */

import { constants, linkSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { explainFileError, getErrorCode } from '../fs/file-errors.ts'
import { getFileIdentity, removeFile, syncToDisk } from './database-file.ts'

const WORKSPACE_FILE_NAME = /^(wks_[0-9a-f]{16})\.db$/

/** The file of a workspace. `created_at` is in milliseconds since 1970. */
interface WorkspaceFile {
  id: string
  file: string
  created_at: number
}

/** Lists the non-empty files of workspaces, the oldest first. */
export function listWorkspaceFiles(folder: string): WorkspaceFile[] {
  const files = readdirSync(folder).flatMap((name) => {
    const id = WORKSPACE_FILE_NAME.exec(name)?.[1]
    const file = join(folder, name)
    const stats = id === undefined ? undefined : statSync(file, { throwIfNoEntry: false })
    return id !== undefined && stats?.isFile() && stats.size > 0
      ? [{ id, file, created_at: Math.round(stats.birthtimeMs) }]
      : []
  })
  return files.toSorted((a, b) => a.created_at - b.created_at)
}

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

/**
 * Gives a file that is on the disk a second name, which is its own once `removeTemporaryName` was called. Until then a
 * killed process leaves both names, so that `removeUnfinishedWorkspaces` knows what was not registered.
 */
export function addFinalName(temporary: string, file: string): void {
  try {
    linkSync(temporary, file)
  } catch (error) {
    const code = getErrorCode(error)
    // The file system has no hard links.
    if (code !== 'EPERM' && code !== 'EMLINK' && code !== 'ENOSYS' && !code.endsWith('NOTSUP')) throw error
    renameSync(temporary, file)
  }
  if (constants.O_DIRECTORY) syncToDisk(dirname(file), 'r') // Windows cannot open directories
}

/** Leaves a file only its final name. */
export const removeTemporaryName = (temporary: string): void => rmSync(temporary, { force: true })

const TEMPORARY_WORKSPACE =
  /^((wks_[0-9a-f]{16})\.db)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp(-wal|-shm|-journal)?$/

/**
 * Removes what killed processes left of workspaces that were never registered. Call it while no other process can
 * create one: a file without a registered workspace then belongs to none.
 */
export function removeUnfinishedWorkspaces(folder: string, isRegistered: (id: string) => boolean): void {
  for (const name of readdirSync(folder)) {
    const [, finalName, id] = TEMPORARY_WORKSPACE.exec(name) ?? []
    if (finalName === undefined || id === undefined) continue
    const temporary = join(folder, name)
    const file = join(folder, finalName)
    // The other files of this form are copies that a restore checks.
    const isSameFile = getFileIdentity(temporary) === getFileIdentity(file)
    if (isRegistered(id) && !isSameFile) continue
    if (isSameFile && !isRegistered(id)) removeFile(file)
    rmSync(temporary, { force: true })
  }
}
