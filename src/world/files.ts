/** The files of this machine. Their troubles become a person's words. */

import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { NewFile, Surroundings } from '../cli/surroundings.ts'
import type { Overwriting } from '../commands/command.ts'
import { Mistake } from '../contract/errors.ts'
import { fileTrouble } from './file_trouble.ts'
import { readFile } from './read_file.ts'
import { codeOf } from './trouble.ts'

/** What a command may do with files; the package's own lie in its folder. */
export const openFiles = (packageFolder: string): Surroundings['files'] => ({
  absolute: (path) => resolve(path),
  read: readFile,
  example: (name) => readFile(join(packageFolder, 'examples', name)),
  temporaryFolder: async () => mkdtempSync(join(tmpdir(), 'budget-demo-')),
  makeFolderOf: async (path) => {
    const { makeFolder } = await import('../config/folders.ts')
    try {
      makeFolder(dirname(path))
    } catch (error) {
      throw fileTrouble(error, dirname(path))
    }
  },
  create: createFile,
})

/** A file that appears whole or not at all. */ // reliability 84
function createFile(path: string, { force, mode }: Overwriting): NewFile {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) throw new Mistake('usage', `"${path}" is a directory, not a file`)
    if (!force)
      throw new Mistake('usage', `"${path}" is there already`, { hint: 'Add --force to replace it' })
  }
  const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const descriptor = opened(beside, { path, mode })
  let isOpen = true
  const close = (): void => {
    if (isOpen) closeSync(descriptor)
    isOpen = false
  }
  return {
    write(content) {
      let rest: Uint8Array = typeof content === 'string' ? Buffer.from(content) : content
      try {
        while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest))
      } catch (error) {
        throw fileTrouble(error, path)
      }
      return true
    },
    finish() {
      try {
        fsyncSync(descriptor)
        close()
        renameSync(beside, path)
      } catch (error) {
        throw fileTrouble(error, path)
      }
    },
    abandon() {
      close()
      rmSync(beside, { force: true })
    },
  }
}

function opened(beside: string, { path, mode }: { path: string; mode: number | undefined }): number {
  try {
    return openSync(beside, 'wx', mode)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Mistake('not_found', `There is no folder for "${path}"`)
    throw fileTrouble(error, path)
  }
}
