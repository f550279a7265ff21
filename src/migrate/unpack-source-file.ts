/** Unpacks a source that is one file: a zip, a tar, or a file that is read as it is. */

import type { SourceFile } from './source-budget.ts'

/** Returns the files in an archive; any other file alone. */
export async function unpackSourceFile(file: SourceFile): Promise<readonly SourceFile[]> {
  const { isZip, unpackZip } = await import('./unpack-zip.ts')
  return isZip(file.bytes) ? unpackZip(file.bytes) : [file]
}
