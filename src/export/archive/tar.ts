/** Writes the files of a tar as text, and reads them; the only user of modern-tar. */

import { createTarDecoder, packTar } from 'modern-tar'
import { UserError } from '../../contract/errors.ts'

/** What ends a tar: two empty blocks. */
const END_BYTES = 1024

/** The end of a tar. */
export const TAR_END = '\0'.repeat(END_BYTES)

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Returns a file of a tar, as the text whose UTF-8 it is. The file has no owner and the date 1970-01-01, so that only
 * its content makes a difference. Its name is ASCII and shorter than 100 characters.
 */
export async function packFile(name: string, content: string): Promise<string> {
  const body = new TextEncoder().encode(content)
  const header = { name, size: body.length, mtime: new Date(0), mode: 0o600 }
  const tar = await packTar([{ header, body }])
  return decoder.decode(tar.subarray(0, tar.length - END_BYTES))
}

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
    hint: 'Write it again with budget export all -o home.tar',
  })

async function readBody(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  const [only] = chunks
  return chunks.length === 1 && only ? only : Buffer.concat(chunks)
}
