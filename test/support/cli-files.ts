/** The files of a stage: what lies in its folder, and the samples of the repository. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { NewFile, Surroundings } from '../../src/command/runtime.ts'
import { Mistake } from '../../src/contract/errors.ts'

const repository = resolve(import.meta.dirname, '../..')

/** Files from the folder on; `stdin` names the one that comes in. */
export function filesIn(folder: string, stdin = ''): Surroundings['files'] {
  return {
    absolute: (path: string) => resolve(folder, path),
    // A stage has all of its folders in one; test/platform/protected-directories.test.ts tries the real thing.
    refuseOwnFolders: async () => undefined,
    async read(named: string) {
      const path = named === '-' ? stdin : named
      const found = [resolve(folder, path), resolve(repository, path)].find((place) => existsSync(place))
      if (found === undefined) throw new Mistake('not_found', `There is no file "${path}"`)
      if (statSync(found).isDirectory()) throw new Mistake('usage', `"${path}" is a directory, not a file`)
      return readFileSync(found)
    },
    example: async (name: string) => readFileSync(join(repository, 'examples', name)),
    makeFolderOf: async (path: string) => void mkdirSync(dirname(resolve(folder, path)), { recursive: true }),
    temporaryFolder: async () => mkdtempSync(join(folder, 'budget-demo-')),
    async create(path: string, { force }: { force: boolean }): Promise<NewFile> {
      const place = resolve(folder, path)
      if (existsSync(place) && !force)
        throw new Mistake('usage', `"${path}" is there already`, { hint: 'Add --force to replace it' })
      if (existsSync(place) && statSync(place).isDirectory())
        throw new Mistake('usage', `"${path}" is a directory, not a file`)
      if (!existsSync(dirname(place))) throw new Mistake('not_found', `There is no folder for "${path}"`)
      const parts: Uint8Array[] = []
      return {
        write: (content) => parts.push(Buffer.from(content)) > 0,
        finish: () => writeFileSync(place, Buffer.concat(parts)),
        abandon: () => undefined,
      }
    },
  }
}
