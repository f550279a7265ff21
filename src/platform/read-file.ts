/**
 * Reads a file whole, or what comes through a pipe, up to a limit and never a device.
 * @see docs/reliability.md#r14
 */

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

/** What a file holds; `-` is what comes in on stdin. `most`: the bytes it may have. */
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

/** The names under which a person's own terminal or pipe is a device. */
const OWN_STREAM_PATH = /^\/(dev|proc\/self)\/(stdin|fd\/\d+)$/

/** Throws a Mistake for a device: most of them never end. */
function assertNotDevice(path: string, found: Stats): void {
  if (!found.isCharacterDevice() && !found.isBlockDevice()) return
  if (OWN_STREAM_PATH.test(path) && !isEndlessDevice(found)) return
  throw new UserError('usage', `"${path}" is a device, not a file`, {
    hint: 'Name a file, or pipe the text in and write - for the file',
  })
}

/** Is it one of those that give zeros or noise for ever? */
const isEndlessDevice = (found: Stats): boolean =>
  ['/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'].some((device) => {
    try {
      return statSync(device).rdev === found.rdev
    } catch {
      return false // not on this system
    }
  })

const tooLargeError = (name: string, most: number): UserError =>
  new UserError('value', `"${name}" is larger than ${formatSize(most)}`, {
    hint: most < MAX_BYTES ? '--max-size 2G allows the most; or split it' : 'Split it',
  })

const formatSize = (bytes: number): string =>
  bytes >= MAX_BYTES ? '2 GiB' : `${Math.round((bytes / MEBIBYTE) * 100) / 100} MiB`

interface StreamSource {
  /** For messages. */
  name: string
  most: number
}

/** What flows in goes to a file only its owner can open, which has no name any more, so that memory stays flat meanwhile. */
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
    // Open it stays readable, and no end of this process can leave it behind.
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

/** Where a system removes no open files, it goes at the end. */
function unlinkEarly(folder: string): void {
  try {
    rmSync(folder, { recursive: true })
  } catch {
    // Told by nobody: the end tries again.
  }
}
