/**
 * Writes the file of `--output`, whole or not at all, and keeps the owner and mode of a replaced file.
 * @see docs/reliability.md#r15
 */

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
import type { FileWriteOptions } from '../../command/context.ts'
import type { AtomicFile } from '../../command/runtime.ts'
import { StorageError, UserError } from '../../contract/errors.ts'
import { explainFileError, getErrorCode } from '../../fs/file-errors.ts'
import { toPathError } from './path-errors.ts'

const OWNER_ONLY = 0o600
const DEFAULT_MODE = 0o666

/** No process writes one file for so long. */
const LEFTOVER_MILLISECONDS = 60 * 60 * 1000

/**
 * Opens a file that appears whole or not at all; a device or a pipe is written directly.
 * @throws UserError for an unsuitable path
 * @throws StorageError when it cannot be written
 */
export function createOutputFile(path: string, options: FileWriteOptions): AtomicFile {
  const { old, isLink } = inspectTarget(path)
  if (!old && isLink) throw new UserError('usage', `"${path}" is a link to a file that does not exist`)
  if (old?.isDirectory()) throw new UserError('usage', `"${path}" is a directory, not a file`)
  if (old && !old.isFile()) return openDeviceFile(path)
  if (old && !options.force)
    throw new UserError('usage', `"${path}" already exists`, { hint: 'Add --force to replace it' })
  return openReplacement(path, old, options)
}

function inspectTarget(path: string): { old: Stats | undefined; isLink: boolean } {
  const options = { throwIfNoEntry: false } as const
  try {
    return { old: statSync(path, options), isLink: lstatSync(path, options)?.isSymbolicLink() === true }
  } catch (error) {
    throw toPathError(error, path)
  }
}

/** Opens a device or a pipe; nothing is replaced, so nothing can be rolled back. */
function openDeviceFile(path: string): AtomicFile {
  const descriptor = openDescriptor(path, 'w', path)
  return {
    write: createWriter(descriptor, path),
    commit: () => closeSync(descriptor),
    discard: () => closeSync(descriptor),
  }
}

function openReplacement(path: string, old: Stats | undefined, { secret }: FileWriteOptions): AtomicFile {
  const target = old ? realpathSync(path) : path // a link stays a link
  removeLeftovers(target)
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`
  const descriptor = openDescriptor(temporary, 'wx', path, secret || old ? OWNER_ONLY : DEFAULT_MODE)
  let isOpen = true
  const close = (): void => {
    if (isOpen) closeSync(descriptor)
    isOpen = false
  }
  const abandon = (): void => {
    close()
    rmSync(temporary, { force: true })
  }
  if (old) {
    try {
      copyOwnership(descriptor, secret ? { uid: old.uid, gid: old.gid, mode: OWNER_ONLY } : old, path)
    } catch (error) {
      abandon()
      throw error
    }
  }
  return {
    write: createWriter(descriptor, path),
    commit() {
      try {
        fsyncSync(descriptor)
        close()
        renameSync(temporary, target)
      } catch (error) {
        throw toPathError(error, path)
      }
    },
    discard: abandon,
  }
}

const createWriter =
  (descriptor: number, path: string): AtomicFile['write'] =>
  (content) => {
    let remaining: Uint8Array = typeof content === 'string' ? Buffer.from(content) : content
    try {
      while (remaining.length > 0) remaining = remaining.subarray(writeSync(descriptor, remaining))
    } catch (error) {
      if (getErrorCode(error) === 'EPIPE') return false // the reader of the pipe has stopped
      throw toPathError(error, path)
    }
    return true
  }

/** Gives the new file the owner and mode of the old one. */
function copyOwnership(descriptor: number, old: Pick<Stats, 'uid' | 'gid' | 'mode'>, path: string): void {
  const { uid, gid } = fstatSync(descriptor)
  try {
    if (uid !== old.uid || gid !== old.gid) fchownSync(descriptor, old.uid, old.gid)
    fchmodSync(descriptor, old.mode & 0o7777)
  } catch (error) {
    if (getErrorCode(error) !== 'EPERM') throw toPathError(error, path)
    const hint = 'Choose another name'
    throw new StorageError(
      `"${path}" belongs to another user; replacing it would change its owner`,
      error,
      hint,
    )
  }
}

function openDescriptor(file: string, flags: string, path: string, mode?: number): number {
  try {
    return openSync(file, flags, mode)
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT')
      throw new UserError('not_found', `The directory of "${path}" does not exist`)
    throw toPathError(error, path)
  }
}

/** Removes the temporary files that killed processes left next to this file. @see docs/reliability.md#r16 */
function removeLeftovers(target: string): void {
  const folder = dirname(target)
  const name = basename(target)
  for (const entry of listNames(folder)) {
    if (!entry.startsWith(`${name}.`) || !/^\.[0-9a-f]{12}\.tmp$/.test(entry.slice(name.length))) continue
    const path = join(folder, entry)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() && Date.now() - stats.mtimeMs > LEFTOVER_MILLISECONDS) rmSync(path, { force: true })
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (explainFileError(getErrorCode(error))) return [] // opening the file itself reports the problem of its directory
    throw error
  }
}
