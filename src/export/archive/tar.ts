/** Writes the files of a tar as text, and reads them; the only user of modern-tar. */

import { createTarDecoder, createTarPacker } from 'modern-tar'
import { UserError } from '../../contract/errors.ts'

/** A tar consists of blocks of so many bytes. */
const BLOCK_BYTES = 512

/** The end of a tar: two empty blocks. */
export const TAR_END = '\0'.repeat(2 * BLOCK_BYTES)

const createDecoder = () => new TextDecoder('utf-8', { ignoreBOM: true })

/** So many bytes are written at once. */
const CHUNK_BYTES = 65_536

/** Yields the files of a tar as text. */
export type FilePacker = (name: string, lines: Iterable<string>) => AsyncGenerator<string>

/**
 * Returns a function that yields a file of a tar, as the text whose UTF-8 it is. The file has no owner and the date
 * 1970-01-01, so that only its content makes a difference. Its name is ASCII and shorter than 100 characters.
 */
export function createFilePacker(): FilePacker {
  // The header tells the size, so that the content waits for its end. All files share the buffer: memory stays flat.
  let buffer = Buffer.alloc(CHUNK_BYTES)
  function fill(lines: Iterable<string>): number {
    let size = 0
    for (const line of lines) {
      const end = size + Buffer.byteLength(line)
      if (end > buffer.length) buffer = Buffer.concat([buffer], 2 * end)
      size += buffer.write(line, size)
    }
    return size
  }
  return async function* packFile(name, lines) {
    const size = fill(lines)
    yield packHeader(name, size)
    const decoder = createDecoder()
    for (let at = 0; at < size; at += CHUNK_BYTES)
      yield decoder.decode(buffer.subarray(at, Math.min(at + CHUNK_BYTES, size)), { stream: true })
    yield '\0'.repeat((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES)
  }
}

/** Returns the block before the content of a file. Packing the content as well would copy it several times. */
async function packHeader(name: string, size: number): Promise<string> {
  const { readable, controller } = createTarPacker()
  controller.add({ name, size, mtime: new Date(0), mode: 0o600 })
  const { value } = await readable.getReader().read()
  if (value?.length !== BLOCK_BYTES) throw new Error(`The header of ${name} is no single block`)
  return createDecoder().decode(value)
}

/** Where the header of a tar says that it is one. */
const MAGIC_OFFSET = 257

/** True if a file begins as a tar does. */
export const isTar = (bytes: Uint8Array): boolean =>
  createDecoder().decode(bytes.subarray(MAGIC_OFFSET, MAGIC_OFFSET + 5)) === 'ustar'

/** A file of a tar. */
interface UnpackedFile {
  path: string
  /** A part of the tar, not a copy. */
  bytes: Uint8Array
}

/** More files than the months from 1900 to 2199 need are no archive of ours. */
const MAX_FILES = 10_000

/**
 * Returns the regular files of a tar. Their paths are as the tar says: nothing is written anywhere.
 * @throws UserError when the tar is damaged, cut off, or has two files of one path
 */
export async function unpackFiles(tar: Uint8Array): Promise<UnpackedFile[]> {
  const files = new Map<string, UnpackedFile>()
  const decoder = createTarDecoder({ strict: true })
  const writer = decoder.writable.getWriter()
  // The decoder fails in both of its streams; the entries tell.
  void writer.write(tar).catch(() => undefined)
  void writer.close().catch(() => undefined)
  try {
    for await (const { header, body } of decoder.readable) {
      const bytes = await readBody(body)
      if (header.type !== undefined && header.type !== 'file') continue
      if (files.has(header.name)) throw invalidArchive(`it has two files "${header.name}"`)
      if (files.size === MAX_FILES) throw invalidArchive(`it has more than ${MAX_FILES} files`)
      files.set(header.name, { path: header.name, bytes })
    }
  } catch (error) {
    if (error instanceof UserError || !(error instanceof Error)) throw error
    throw invalidArchive('it is damaged or cut off')
  }
  return [...files.values()]
}

const invalidArchive = (problem: string): UserError =>
  new UserError('invalid', `The archive cannot be read: ${problem}`, {
    hint: 'Create it again with budget export all -o home.tar',
  })

async function readBody(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  const [only] = chunks
  return chunks.length === 1 && only ? only : Buffer.concat(chunks)
}
