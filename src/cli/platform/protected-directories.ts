/**
 * Keeps output files out of the directories where budget stores its own files.
 * @see docs/reliability.md#r2
 * @see docs/reliability.md#r15
 */

import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { UserError } from '../../contract/errors.ts'
import { explainFileError, getErrorCode } from '../../fs/file-errors.ts'

/** Returns the home directory, if there is one. @see docs/reliability.md#row-67 */
export const getHomeDirectory = (): string | undefined => process.env['HOME'] || homedir() || undefined

/** Lists the directories of the user's settings, workspaces and state, whether they exist or not. */
export async function listOwnDirectories(): Promise<string[]> {
  const { resolveDirectories: locations } = await import('../../config/directories.ts')
  const directories = Object.values(locations(process.env, getHomeDirectory(), process.platform))
  return directories.filter((folder) => folder !== undefined)
}

/**
 * Asserts that a file at this path would lie in none of the directories, also through a link.
 * @throws UserError otherwise
 */
export function assertOutsideDirectories(folders: readonly string[], path: string): void {
  const target = tryRealPath(path) ?? join(resolveRealDirectory(dirname(resolve(path))), basename(path))
  const folder = folders.find((directory) => target.startsWith(`${resolveRealDirectory(directory)}${sep}`))
  if (folder === undefined) return
  throw new UserError('usage', `"${path}" is in ${folder}, where budget keeps its own files`, {
    hint: 'Choose a file in another directory',
  })
}

/**
 * Asserts that a file to read is not one of budget's databases, also through a link: SQLite may have it open in this
 * process, and closing another descriptor of it would drop its locks.
 * @throws UserError otherwise
 */
export async function assertNoOwnDatabase(path: string): Promise<void> {
  const target = tryRealPath(path)
  if (target?.endsWith('.db')) assertOutsideDirectories(await listOwnDirectories(), path)
}

const resolveRealDirectory = (folder: string): string => tryRealPath(folder) ?? resolve(folder)

/** Resolves the links of a path; undefined when that fails, which writing to the path will report. */
function tryRealPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    if (explainFileError(getErrorCode(error))) return undefined
    throw error
  }
}
