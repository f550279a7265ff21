/** Keeps output out of the folders in which budget has its own files. */ // reliability.md R2 R15

import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { Mistake } from '../contract/errors.ts'
import { codeOf, fileFailure } from '../fs/file-errors.ts'

/** The home directory, where there is one. */ // reliability 67
export const home = (): string | undefined => process.env['HOME'] || homedir() || undefined

/** The folders of this user's settings, workspaces and journals, there or not. */
export async function ownFolders(): Promise<string[]> {
  const { locations } = await import('../config/directories.ts')
  const known = Object.values(locations(process.env, home(), process.platform))
  return known.filter((folder) => folder !== undefined)
}

/** Throws a Mistake when a file of this name would lie in one of the folders, also by way of a link. */
export function refuseWithin(folders: readonly string[], path: string): void {
  const target = realPath(path) ?? join(realFolder(dirname(resolve(path))), basename(path))
  const folder = folders.find((one) => target.startsWith(`${realFolder(one)}${sep}`))
  if (folder === undefined) return
  throw new Mistake('usage', `"${path}" is in ${folder}, where budget keeps its own files`, {
    hint: 'Choose a file in another folder',
  })
}

const realFolder = (folder: string): string => realPath(folder) ?? resolve(folder)

/** Where a path really leads; undefined where nobody can say, which whoever writes there is told. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    if (fileFailure(codeOf(error))) return undefined
    throw error
  }
}
