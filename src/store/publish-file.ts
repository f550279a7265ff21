/**
 * Gives a new file its name, and removes the files of processes that were killed before or while they did.
 * @see docs/reliability.md#r16
 */

import { constants, linkSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getErrorCode } from '../fs/file-errors.ts'
import { getFileIdentity, removeFile, syncToDisk } from './database-file.ts'

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
