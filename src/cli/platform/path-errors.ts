/** Converts file errors: a wrong path becomes a UserError, a failing disk a StorageError. */

import { UserError } from '../../contract/errors.ts'
import { getErrorCode, toFileStorageError } from '../../fs/file-errors.ts'

const userErrorByCode: Readonly<Record<string, (path: string) => UserError>> = {
  ENOENT: (path) => new UserError('not_found', `File not found: "${path}"`),
  ERR_FS_FILE_TOO_LARGE: (path) =>
    new UserError('invalid', `"${path}" is larger than 2 GiB`, { hint: 'Split the file' }),
  EISDIR: (path) => new UserError('usage', `"${path}" is a directory, not a file`),
  ENAMETOOLONG: (path) => new UserError('invalid', `"${path}" is too long for a file name`),
  ELOOP: (path) => new UserError('usage', `"${path}" is a link to itself`),
}

/** Returns the error as UserError or StorageError that names the path; any other error unchanged. */
export function toPathError(error: unknown, path: string): unknown {
  const mistake = userErrorByCode[getErrorCode(error)]
  return mistake ? mistake(path) : toFileStorageError(error, `"${path}"`)
}
