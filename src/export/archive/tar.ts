/** Writes the files of a tar as text; the only user of modern-tar. */

import { createTarPacker } from 'modern-tar'

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
