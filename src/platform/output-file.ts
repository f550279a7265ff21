/** Writes the file of `--output`: whole or not at all, without changing whose it is or what it is. */ // reliability R15

import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Overwriting } from '../command/define.ts'
import type { NewFile } from '../command/runtime.ts'
import { Mistake, StorageTrouble } from '../contract/errors.ts'
import { codeOf, fileFailure } from '../fs/file-errors.ts'
import { pathTrouble } from './path-errors.ts'

const OWNER_ONLY = 0o600
const USUAL = 0o666
/** What a writer that was killed left behind: nobody writes one file for so long. */
const LEFT_BEHIND = 60 * 60 * 1000

/** A file that appears whole or not at all; a device or a pipe is written as it is. Throws a Mistake or StorageTrouble. */
export function createFile(path: string, options: Overwriting): NewFile {
  const { old, isLink } = look(path)
  if (!old && isLink) throw new Mistake('usage', `"${path}" is a link to a file that is not there`)
  if (old?.isDirectory()) throw new Mistake('usage', `"${path}" is a directory, not a file`)
  if (old && !old.isFile()) return openDevice(path)
  if (old && !options.force)
    throw new Mistake('usage', `"${path}" is there already`, { hint: 'Add --force to replace it' })
  return replaceFile(path, old, options)
}

function look(path: string): { old: Stats | undefined; isLink: boolean } {
  const quietly = { throwIfNoEntry: false } as const
  try {
    return { old: statSync(path, quietly), isLink: lstatSync(path, quietly)?.isSymbolicLink() === true }
  } catch (error) {
    throw pathTrouble(error, path)
  }
}

/** There is nothing to replace, and nothing to take back. */
function openDevice(path: string): NewFile {
  const descriptor = opened(path, 'w', path)
  return {
    write: writing(descriptor, path),
    finish: () => closeSync(descriptor),
    abandon: () => closeSync(descriptor),
  }
}

function replaceFile(path: string, old: Stats | undefined, { secret }: Overwriting): NewFile {
  const target = old ? realpathSync(path) : path // a link stays a link
  sweep(target)
  const beside = `${target}.${randomBytes(6).toString('hex')}.tmp`
  const descriptor = opened(beside, 'wx', path, secret || old ? OWNER_ONLY : USUAL)
  let isOpen = true
  const close = (): void => {
    if (isOpen) closeSync(descriptor)
    isOpen = false
  }
  const abandon = (): void => {
    close()
    rmSync(beside, { force: true })
  }
  if (old) {
    try {
      keepOwner(descriptor, secret ? { uid: old.uid, gid: old.gid, mode: OWNER_ONLY } : old, path)
    } catch (error) {
      abandon()
      throw error
    }
  }
  return {
    write: writing(descriptor, path),
    finish() {
      try {
        fsyncSync(descriptor)
        close()
        renameSync(beside, target)
      } catch (error) {
        throw pathTrouble(error, path)
      }
    },
    abandon,
  }
}

const writing =
  (descriptor: number, path: string): NewFile['write'] =>
  (content) => {
    let rest: Uint8Array = typeof content === 'string' ? Buffer.from(content) : content
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      if (codeOf(error) === 'EPIPE') return false // whoever read the pipe has seen enough
      throw pathTrouble(error, path)
    }
    return true
  }

/** Who could read the old file can read the new one, and nobody else. */
function keepOwner(descriptor: number, old: Pick<Stats, 'uid' | 'gid' | 'mode'>, path: string): void {
  const { uid, gid } = fstatSync(descriptor)
  try {
    if (uid !== old.uid || gid !== old.gid) fchownSync(descriptor, old.uid, old.gid)
    fchmodSync(descriptor, old.mode & 0o7777)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw pathTrouble(error, path)
    const hint = 'Choose another name'
    throw new StorageTrouble(
      `"${path}" belongs to another user, and replacing it would change that`,
      error,
      hint,
    )
  }
}

function opened(file: string, flags: string, path: string, mode?: number): number {
  try {
    return openSync(file, flags, mode)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Mistake('not_found', `There is no folder for "${path}"`)
    throw pathTrouble(error, path)
  }
}

/** Removes what killed writers of this very file left beside it. */ // reliability R16
function sweep(target: string): void {
  const folder = dirname(target)
  const name = basename(target)
  for (const found of names(folder)) {
    if (!found.startsWith(`${name}.`) || !/^\.[0-9a-f]{12}\.tmp$/.test(found.slice(name.length))) continue
    const left = join(folder, found)
    const known = lstatSync(left, { throwIfNoEntry: false })
    if (known?.isFile() && Date.now() - known.mtimeMs > LEFT_BEHIND) rmSync(left, { force: true })
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (fileFailure(codeOf(error))) return [] // the file itself will say what is wrong with its folder
    throw error
  }
}
