/** Unpacks a source that is one file: a zip, a tar, or a file that is read as it is. */

import { isTar, unpackFiles } from '../export/archive/tar.ts'
import type { SourceFile } from '../tables/source-file.ts'

/** Returns the files in an archive; any other file alone. @throws UserError when the archive is damaged or too large */
export async function unpackSourceFile(file: SourceFile): Promise<readonly SourceFile[]> {
  if (isTar(file.bytes)) return unpackFiles(file.bytes)
  const { isZip, unpackZip } = await import('./unpack-zip.ts')
  return isZip(file.bytes) ? unpackZip(file.bytes) : [file]
}
