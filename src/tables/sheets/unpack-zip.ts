/** Unpacks a zip file in memory, within limits; the only user of yauzl. */

import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl'
import { UserError } from '../../contract/errors.ts'
import type { SourceFile } from '../source-file.ts'

/** How much a zip file may hold. */
export interface ZipLimits {
  /** @default 1,000 */
  entries?: number
  /** All files together, in bytes. @default 256 MiB */
  bytes?: number
}

// An archive of eighty years has a file for each month.
const MAX_ENTRIES = 1000
// A million rows of YNAB have 150 MiB, and reading takes about four times as much memory.
const MAX_BYTES = 256 * 1024 * 1024
// Unix modes of symbolic links; the mode stands in the upper half of the attributes.
const FILE_TYPE_MASK = 0o170000
const SYMBOLIC_LINK = 0o120000

const ZIP_START = [0x50, 0x4b] as const
const ZIP_RECORDS = [0x0304, 0x0506, 0x0708]

/** True if a file begins as a zip file does. */
export const isZip = (bytes: Uint8Array): boolean =>
  ZIP_START.every((byte, at) => bytes[at] === byte) &&
  ZIP_RECORDS.includes(((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0))

/**
 * Returns the files of a zip file. Folders and what macOS adds are left out.
 * @throws UserError if it is damaged, encrypted, too large, or has paths that lead out of it
 */
export async function unpackZip(
  bytes: Uint8Array,
  { entries: maxEntries = MAX_ENTRIES, bytes: maxBytes = MAX_BYTES }: ZipLimits = {},
): Promise<SourceFile[]> {
  const zip = await openZip(bytes)
  if (zip.entryCount > maxEntries)
    throw createZipError(`The zip has ${zip.entryCount} files; the limit is ${maxEntries}`, NOT_A_BUDGET)
  const files: SourceFile[] = []
  let rest = maxBytes
  for (const entry of await listEntries(zip)) {
    const path = readPath(entry)
    if (path.endsWith('/') || path.startsWith('__MACOSX/')) continue
    const file = await unpackEntry(zip, { entry, path, maxBytes: rest })
    rest -= file.bytes.length
    files.push(file)
  }
  return files
}

const NOT_A_BUDGET = 'Use the file exactly as the program exported it'
const DOWNLOAD_AGAIN = 'Export or download it again'

const createZipError = (message: string, hint: string): UserError =>
  new UserError('invalid', message, { hint })

/** Returns the error about a zip file that cannot be read. yauzl and zlib throw plain errors only. */
function createDamageError(cause: unknown, path?: string): UserError {
  if (!(cause instanceof Error)) throw cause
  const place = path === undefined ? '' : `: ${path}`
  return createZipError(`The zip is damaged or cut off${place}`, DOWNLOAD_AGAIN)
}

async function openZip(bytes: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    // Names are decoded below, because errors of yauzl about them have no names.
    return await fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false })
  } catch (cause) {
    throw createDamageError(cause)
  }
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (cause) {
    throw createDamageError(cause)
  }
  return entries
}

/** Returns the path of an entry with `/`. */
function readPath({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const path = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  if (validateFileName(path) === null && !path.includes('\0')) return path
  throw createZipError(`The zip has a path that points outside it: ${JSON.stringify(path)}`, NOT_A_BUDGET)
}

const createSizeError = (path: string): UserError =>
  createZipError(`The zip is too large when unpacked: ${path}`, NOT_A_BUDGET)

/** What is unpacked, and how large it may be. */
interface EntryToUnpack {
  entry: Entry
  path: string
  maxBytes: number
}

async function unpackEntry(zip: ZipFile, { entry, path, maxBytes }: EntryToUnpack): Promise<SourceFile> {
  if (entry.isEncrypted())
    throw createZipError(`The zip is encrypted: ${path}`, 'Unpack it with its password, and use the folder')
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK) === SYMBOLIC_LINK)
    throw createZipError(`The zip contains a symbolic link: ${path}`, NOT_A_BUDGET)
  // If the header states the real size, nothing needs to be unpacked.
  if (entry.uncompressedSize > maxBytes) throw createSizeError(path)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of readChunks(zip, entry, path)) {
    size += chunk.length
    // The header of a zip bomb lies, so the bytes are counted while they come.
    if (size > maxBytes) throw createSizeError(path)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (crc32(bytes) !== entry.crc32)
    throw createZipError(`The zip is damaged or cut off: ${path}`, DOWNLOAD_AGAIN)
  return { path, bytes }
}

async function* readChunks(zip: ZipFile, entry: Entry, path: string): AsyncGenerator<Buffer> {
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream) yield chunk as Buffer // the stream has no encoding
  } catch (cause) {
    throw createDamageError(cause, path)
  }
}
