/** Reads the files that a budget moves in from: one file, those of a folder, or those of a zip or tar. */

import type { FileSystem } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import type { SourceFile } from '../tables/source-file.ts'

const MAX_FILES = 10_000
const MAX_BYTES = 1024 ** 3

/**
 * Returns the files at a path; an archive is unpacked.
 * @throws UserError when there is nothing to read, or too much
 */
export async function readSourceFiles(files: FileSystem, path: string): Promise<readonly SourceFile[]> {
  const listed = await files.listDirectory(path)
  if (listed) return readFolder(files, path, listed)
  const { unpackSourceFile } = await import('./unpack-source-file.ts')
  return unpackSourceFile({ path: path.split(/[\\/]/).at(-1) ?? path, bytes: await files.read(path) })
}

async function readFolder(
  files: FileSystem,
  folder: string,
  listed: readonly string[],
): Promise<readonly SourceFile[]> {
  if (listed.length === 0) throw new UserError('not_found', `There are no files in "${folder}"`)
  if (listed.length > MAX_FILES) throw tooLargeError(folder, `has more than ${MAX_FILES} files`)
  const read: SourceFile[] = []
  let size = 0
  for (const path of listed) {
    const bytes = await files.read(`${folder}/${path}`)
    size += bytes.length
    if (size > MAX_BYTES) throw tooLargeError(folder, 'is larger than 1 GiB')
    read.push({ path, bytes })
  }
  return read
}

const tooLargeError = (folder: string, why: string): UserError =>
  new UserError('invalid', `"${folder}" ${why}`, {
    hint: 'Use the exported file, or a folder with nothing else in it',
  })
