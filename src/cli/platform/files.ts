/** Gives commands access to the files of this machine, with errors in the user's terms. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Runtime } from '../../command/runtime.ts'
import { createOutputFile } from './output-file.ts'
import { toPathError } from './path-errors.ts'
import { assertNoOwnDatabase, assertOutsideDirectories, listOwnDirectories } from './protected-directories.ts'
import { readFile } from './read-file.ts'

const assertOutsideOwnDirectories = async (path: string): Promise<void> =>
  assertOutsideDirectories(await listOwnDirectories(), path)

/** Returns the file access of commands; examples are read from the package's directory. */
export const createFileAccess = (packageFolder: string): Runtime['files'] => ({
  resolvePath: (path) => resolve(path),
  read: async (path, options) => {
    await assertNoOwnDatabase(path)
    return readFile(path, options)
  },
  listDirectory: async (path) => (await import('./list-directory.ts')).listDirectory(path),
  resolveWithin: async (folder, path) => (await import('./resolve-within.ts')).resolveWithin(folder, path),
  assertOutsideOwnDirectories,
  readShippedFile: (path) => readFile(join(packageFolder, path)),
  createTemporaryDirectory: async (purpose) => mkdtempSync(join(tmpdir(), `budget-${purpose}-`)),
  openWithDesktop: async (path) => (await import('./desktop.ts')).openWithDesktop(path),
  makeParentDirectory: async (path) => {
    const { makeDirectory: makeFolder } = await import('../../fs/make-directory.ts')
    try {
      makeFolder(dirname(path))
    } catch (error) {
      throw toPathError(error, dirname(path))
    }
  },
  create: async (path, options) => {
    await assertOutsideOwnDirectories(path)
    return createOutputFile(path, options)
  },
})
