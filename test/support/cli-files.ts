/** Provides the file system of the CLI harness: its directory and the example files. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { listDirectory } from '../../src/cli/platform/list-directory.ts'
import { resolveWithin } from '../../src/cli/platform/resolve-within.ts'
import type { AtomicFile, Runtime } from '../../src/command/runtime.ts'
import { UserError } from '../../src/contract/errors.ts'

const repository = resolve(import.meta.dirname, '../..')

/** Files relative to the directory; `stdin` names the file on standard input. */
export function createTestFiles(folder: string, stdin = ''): Runtime['files'] {
  return {
    resolvePath: (path: string) => resolve(folder, path),
    resolveWithin: async (within, path) => resolveWithin(resolve(folder, within), path),
    // The harness keeps everything in one directory; test/cli/platform/protected-directories.test.ts tests the
    // real check.
    assertOutsideOwnDirectories: async () => undefined,
    listDirectory: async (path: string) => listDirectory(resolve(folder, path)),
    async read(named: string) {
      const path = named === '-' ? stdin : named
      const found = [resolve(folder, path), resolve(repository, path)].find((place) => existsSync(place))
      if (found === undefined) throw new UserError('not_found', `File not found: "${path}"`)
      if (statSync(found).isDirectory()) throw new UserError('usage', `"${path}" is a directory, not a file`)
      return readFileSync(found)
    },
    readShippedFile: async (path: string) => readFileSync(join(repository, path)),
    makeParentDirectory: async (path: string) =>
      void mkdirSync(dirname(resolve(folder, path)), { recursive: true }),
    createTemporaryDirectory: async (purpose) => mkdtempSync(join(folder, `budget-${purpose}-`)),
    openWithDesktop: async () => false,
    async create(path: string, { force }: { force: boolean }): Promise<AtomicFile> {
      const place = resolve(folder, path)
      if (existsSync(place) && !force)
        throw new UserError('usage', `"${path}" already exists`, { hint: 'Add --force to replace it' })
      if (existsSync(place) && statSync(place).isDirectory())
        throw new UserError('usage', `"${path}" is a directory, not a file`)
      if (!existsSync(dirname(place))) throw new UserError('not_found', `No directory for "${path}"`)
      const parts: Uint8Array[] = []
      return {
        write: (content) => parts.push(Buffer.from(content)) > 0,
        commit: () => writeFileSync(place, Buffer.concat(parts)),
        discard: () => undefined,
      }
    },
  }
}
