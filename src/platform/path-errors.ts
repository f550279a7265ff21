/** Tells a slip in a path a person typed from a disk that fails. */

import { Mistake } from '../contract/errors.ts'
import { codeOf, fileTrouble } from '../fs/file-errors.ts'

const mistakes: Readonly<Record<string, (path: string) => Mistake>> = {
  ENOENT: (path) => new Mistake('not_found', `There is no file "${path}"`),
  ERR_FS_FILE_TOO_LARGE: (path) =>
    new Mistake('value', `"${path}" is larger than 2 GiB`, { hint: 'Split it' }),
  EISDIR: (path) => new Mistake('usage', `"${path}" is a directory, not a file`),
  ENAMETOOLONG: (path) => new Mistake('value', `"${path}" is too long for the name of a file`),
  ELOOP: (path) => new Mistake('usage', `"${path}" is a link that leads back to itself`),
}

/** The failure as a Mistake or StorageTrouble that names the path; any other error unchanged. */
export function pathTrouble(error: unknown, path: string): unknown {
  const mistake = mistakes[codeOf(error)]
  return mistake ? mistake(path) : fileTrouble(error, `"${path}"`)
}
