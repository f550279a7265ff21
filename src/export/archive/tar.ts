/** Writes the files of a tar as text; the only user of modern-tar. */

import { createTarPacker } from 'modern-tar'

/** A tar consists of blocks of so many bytes. */
const BLOCK_BYTES = 512

/** The end of a tar: two empty blocks. */
export const TAR_END = '\0'.repeat(2 * BLOCK_BYTES)

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A chunk is written when it has so many characters. */
const CHUNK_LENGTH = 65_536

/**
 * Yields a file of a tar, as the text whose UTF-8 it is. The file has no owner and the date 1970-01-01, so that only
 * its content makes a difference. Its name is ASCII and shorter than 100 characters.
 */
export async function* packFile(name: string, lines: readonly string[]): AsyncGenerator<string> {
  const size = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0)
  let chunk = await packHeader(name, size)
  for (const line of lines) {
    chunk += line
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  yield chunk + '\0'.repeat((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES)
}

/** Returns the block before the content of a file. Packing the content as well would copy it several times. */
async function packHeader(name: string, size: number): Promise<string> {
  const { readable, controller } = createTarPacker()
  controller.add({ name, size, mtime: new Date(0), mode: 0o600 })
  const { value } = await readable.getReader().read()
  if (value?.length !== BLOCK_BYTES) throw new Error(`The header of ${name} is no single block`)
  return decoder.decode(value)
}
