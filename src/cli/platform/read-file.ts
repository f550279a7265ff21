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
import { UserError } from '../../contract/errors.ts'
import { toPathError } from './path-errors.ts'

/** Node reads no larger file at once. */
const MAX_BYTES = 2 ** 31 - 1
const unitSizes = { GiB: 2 ** 30, MiB: 2 ** 20, KiB: 2 ** 10, B: 1 } as const

/**
 * Returns the content of a file; `-` is stdin.
 * @param most the maximum size in bytes
 * @throws UserError for a missing, unsuitable or too large file
 * @throws StorageError when it cannot be read
 */
export async function readFile(path: string, { most: maxBytes = MAX_BYTES } = {}): Promise<Uint8Array> {
  try {
    if (path === '-') return await spoolStream(process.stdin, { name: 'stdin', maxBytes })
    const stats = statSync(path)
    assertNotDevice(path, stats)
    if (stats.isFIFO() || stats.isSocket() || stats.isCharacterDevice())
      return await spoolStream(createReadStream(path), { name: path, maxBytes })
    if (stats.size > maxBytes) throw tooLargeError(path, maxBytes)
    return readFileSync(path)
  } catch (error) {
    throw toPathError(error, path)
  }
}

/** The paths under which the process's own terminal or pipe is a device. */
const OWN_STREAM_PATH = /^\/(dev|proc\/self)\/(stdin|fd\/\d+)$/

/** Asserts that the file is not a device: most devices never end. */
function assertNotDevice(path: string, stats: Stats): void {
  if (!stats.isCharacterDevice() && !stats.isBlockDevice()) return
  if (OWN_STREAM_PATH.test(path) && !isEndlessDevice(stats)) return
  throw new UserError('usage', `"${path}" is a device, not a file`, {
    hint: 'Use a file, or pipe the text in and use - as the file',
  })
}

/** True for a device that yields zeros or random bytes forever. */
const isEndlessDevice = (stats: Stats): boolean =>
  ['/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'].some((device) => {
    try {
      return statSync(device).rdev === stats.rdev
    } catch {
      return false // this system has no such device
    }
  })

const tooLargeError = (name: string, maxBytes: number): UserError =>
  new UserError('invalid', `"${name}" is larger than ${formatSize(maxBytes)}`, {
    hint: maxBytes < MAX_BYTES ? 'Use --max-size 2G, the maximum, or split the file' : 'Split the file',
  })

/** Formats a size in the largest unit of which it has at least one. */
function formatSize(bytes: number): string {
  const [unit, size] = Object.entries(unitSizes).find((one) => bytes >= one[1]) ?? ['B', 1]
  return `${Math.round((bytes / size) * 100) / 100} ${unit}`
}

interface StreamSource {
  /** The name for messages. */
  name: string
  maxBytes: number
}

/**
 * Returns what a stream yields. It is written to an unlinked temporary file of its owner, so that memory use
 * stays low.
 */
async function spoolStream(
  stream: AsyncIterable<Uint8Array>,
  { name, maxBytes }: StreamSource,
): Promise<Uint8Array> {
  if (name === 'stdin' && fstatSync(0).isCharacterDevice() && isEndlessDevice(fstatSync(0)))
    throw new UserError('usage', 'stdin is a device that never ends', { hint: 'Use a file' })
  const folder = mkdtempSync(join(tmpdir(), 'budget-stdin-'))
  const file = openSync(join(folder, 'spool'), 'wx+', 0o600)
  let size = 0
  try {
    // The open file stays readable, and the end of the process removes it.
    unlinkEarly(folder)
    for await (const chunk of stream) {
      size += chunk.length
      if (size > maxBytes) throw tooLargeError(name, maxBytes)
      for (let remaining = chunk; remaining.length > 0; )
        remaining = remaining.subarray(writeSync(file, remaining))
    }
    const bytes = Buffer.allocUnsafeSlow(size)
    for (let offset = 0; offset < size; ) offset += readSync(file, bytes, offset, size - offset, offset)
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
