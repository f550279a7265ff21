/** Writes the files of a tar as text; the only user of modern-tar. */

import { packTar } from 'modern-tar'

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
