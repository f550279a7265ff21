/** The files of this machine. Their troubles become a person's words. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Surroundings } from '../command/runtime.ts'
import { createFile } from './output-file.ts'
import { pathTrouble } from './path-errors.ts'
import { ownFolders, refuseWithin } from './protected-directories.ts'
import { readFile } from './read-file.ts'

const refuseOwnFolders = async (path: string): Promise<void> => refuseWithin(await ownFolders(), path)

/** What a command may do with files; the package's own lie in its folder. */
export const openFiles = (packageFolder: string): Surroundings['files'] => ({
  absolute: (path) => resolve(path),
  read: readFile,
  refuseOwnFolders,
  example: (name) => readFile(join(packageFolder, 'examples', name)),
  temporaryFolder: async () => mkdtempSync(join(tmpdir(), 'budget-demo-')),
  makeFolderOf: async (path) => {
    const { makeFolder } = await import('../fs/make-directory.ts')
    try {
      makeFolder(dirname(path))
    } catch (error) {
      throw pathTrouble(error, dirname(path))
    }
  },
  create: async (path, options) => {
    await refuseOwnFolders(path)
    return createFile(path, options)
  },
})
