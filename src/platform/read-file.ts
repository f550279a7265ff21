/** Reads a file or a pipe up to a size limit; never a device. @see docs/reliability.md#r14 */

import {
  closeSync,
  createReadStream,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../contract/errors.ts'
import { toPathError } from './path-errors.ts'

/** Node reads no larger file at once. */
const MAX_BYTES = 2 ** 31 - 1
const MEBIBYTE = 2 ** 20

/**
 * Returns the content of a file; `-` is stdin.
 * @param most the maximum size in bytes
 * @throws UserError for a missing, unsuitable or too large file
 * @throws StorageError when it cannot be read
 */
export async function readFile(path: string, { most = MAX_BYTES } = {}): Promise<Uint8Array> {
  try {
    if (path === '-') return await spoolStream(process.stdin, { name: 'stdin', most })
    const found = statSync(path)
    assertNotDevice(path, found)
    if (found.isFIFO() || found.isSocket() || found.isCharacterDevice())
      return await spoolStream(createReadStream(path), { name: path, most })
    if (found.size > most) throw tooLargeError(path, most)
    return readFileSync(path)
  } catch (error) {
    throw toPathError(error, path)
  }
}

/** The paths under which the process's own terminal or pipe is a device. */
const OWN_STREAM_PATH = /^\/(dev|proc\/self)\/(stdin|fd\/\d+)$/

/** Asserts that the file is not a device: most devices never end. */
function assertNotDevice(path: string, found: Stats): void {
  if (!found.isCharacterDevice() && !found.isBlockDevice()) return
  if (OWN_STREAM_PATH.test(path) && !isEndlessDevice(found)) return
  throw new UserError('usage', `"${path}" is a device, not a file`, {
    hint: 'Name a file, or pipe the text in and write - for the file',
  })
}

/** True for a device that yields zeros or random bytes forever. */
const isEndlessDevice = (found: Stats): boolean =>
  ['/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'].some((device) => {
    try {
      return statSync(device).rdev === found.rdev
    } catch {
      return false // this system has no such device
    }
  })

const tooLargeError = (name: string, most: number): UserError =>
  new UserError('value', `"${name}" is larger than ${formatSize(most)}`, {
    hint: most < MAX_BYTES ? '--max-size 2G allows the most; or split it' : 'Split it',
  })

const formatSize = (bytes: number): string =>
  bytes >= MAX_BYTES ? '2 GiB' : `${Math.round((bytes / MEBIBYTE) * 100) / 100} MiB`

interface StreamSource {
  /** The name for messages. */
  name: string
  most: number
}

/**
 * Returns what a stream yields. It is written to an unlinked temporary file of its owner, so that memory use
 * stays low.
 */
async function spoolStream(
  stream: AsyncIterable<Uint8Array>,
  { name, most }: StreamSource,
): Promise<Uint8Array> {
  if (name === 'stdin' && fstatSync(0).isCharacterDevice() && isEndlessDevice(fstatSync(0)))
    throw new UserError('usage', 'What comes in on stdin is a device without an end', { hint: 'Name a file' })
  const folder = mkdtempSync(join(tmpdir(), 'budget-stdin-'))
  const file = openSync(join(folder, 'spool'), 'wx+', 0o600)
  let size = 0
  try {
    // The open file stays readable, and the end of the process removes it.
    unlinkEarly(folder)
    for await (const part of stream) {
      size += part.length
      if (size > most) throw tooLargeError(name, most)
      for (let rest = part; rest.length > 0; ) rest = rest.subarray(writeSync(file, rest))
    }
    const bytes = Buffer.allocUnsafeSlow(size)
    for (let at = 0; at < size; ) at += readSync(file, bytes, at, size - at, at)
    return bytes
  } finally {
    closeSync(file)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes an open file; a system that cannot do so removes it after closing. */
function unlinkEarly(folder: string): void {
  try {
    rmSync(folder, { recursive: true })
  } catch {
    // The caller removes it at the end.
  }
}
