/** The files of this machine. Their troubles become a person's words. */

import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { NewFile, Surroundings } from '../cli/surroundings.ts'
import type { Overwriting } from '../commands/command.ts'
import { Mistake, StorageTrouble } from '../contract/errors.ts'
import { codeOf } from './trouble.ts'

/** What a command may do with files; the package's own lie in its folder. */
export const openFiles = (packageFolder: string): Surroundings['files'] => ({
  absolute: (path) => resolve(path),
  read: async (path) => (path === '-' ? readStdin() : readFile(path)),
  example: async (name) => readFile(join(packageFolder, 'examples', name)),
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

function readFile(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw fileTrouble(error, path)
  }
}

async function readStdin(): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of process.stdin) parts.push(part)
  return Buffer.concat(parts)
}

const troubles: Readonly<Record<string, (path: string) => Error>> = {
  ENOENT: (path) => new Mistake('not_found', `There is no file "${path}"`),
  ENOTDIR: (path) => new Mistake('usage', `"${path}" cannot be: a part of it is a file, not a directory`),
  EROFS: (path) => new Mistake('forbidden', `"${path}" cannot be written: the file system is read-only`),
  ERR_FS_FILE_TOO_LARGE: (path) =>
    new Mistake('value', `"${path}" is larger than 2 GiB`, { hint: 'Split it' }),
  EISDIR: (path) => new Mistake('usage', `"${path}" is a directory, not a file`),
  EACCES: (path) => new Mistake('forbidden', `"${path}" may not be opened: permission denied`),
  EPERM: (path) => new Mistake('forbidden', `"${path}" may not be opened: the system does not permit it`),
  ENAMETOOLONG: (path) => new Mistake('value', `"${path}" is too long for the name of a file`),
  ELOOP: (path) => new Mistake('usage', `"${path}" is a link that leads back to itself`),
  ENOSPC: (path) => new StorageTrouble(`The disk is full: "${path}" cannot be written`),
  EDQUOT: (path) => new StorageTrouble(`Your share of the disk is used up: "${path}" cannot be written`),
  EIO: (path) => new StorageTrouble(`The disk failed while reading or writing "${path}"`),
}

const fileTrouble = (error: unknown, path: string): unknown =>
  troubles[String(codeOf(error))]?.(path) ?? error

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
