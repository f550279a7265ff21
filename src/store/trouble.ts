/** SQLite's failures in a person's words. */

import { StorageTrouble } from '../contract/errors.ts'

// SQLite's primary result codes that are no bug of ours. https://sqlite.org/rescode.html
const WORDS: Readonly<Record<number, (file: string) => string>> = {
  5: () => 'Another budget process is writing; try again when it is done',
  8: (file) => `${file} cannot be written: it, or its folder, is read-only`,
  10: (file) => `The disk failed while reading or writing ${file}`,
  11: (file) => `${file} is damaged; restore it from a backup`,
  13: (file) => `The disk is full: ${file} cannot grow; nothing was changed`,
  14: (file) => `${file} cannot be opened; check that its folder exists and is yours`,
  26: (file) => `${file} is not a budget file`,
}

// What fails while rows are read reaches us without its code; then SQLite's own words tell.
const CODE_OF_WORDS: Readonly<Record<string, number>> = {
  'database is locked': 5,
  'disk I/O error': 10,
  'database disk image is malformed': 11,
  'unable to open database file': 14,
  'file is not a database': 26,
}

const notAFolder = (file: string): string =>
  `${file} cannot be made: a part of its path is a file, not a folder`

const FILE_WORDS: Readonly<Record<string, (file: string) => string>> = {
  EACCES: (file) => `${file} cannot be opened: permission denied`,
  EPERM: (file) => `${file} cannot be made: the system does not permit it there`,
  EROFS: (file) => `${file} cannot be written: the file system is read-only`,
  ENOSPC: (file) => `The disk is full: ${file} cannot be made`,
  ENOENT: (file) => `${file} cannot be made: the system allows no new folder there`,
  EISDIR: (file) => `${file} cannot be opened: it is a folder, not a file`,
  ENOTDIR: notAFolder,
  EEXIST: notAFolder, // what Node says when it is the last part
}

/** The failure as StorageTrouble where it is the disk's or the file's; any other error unchanged. */
export function troubleOf(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error
  const { sqliteCode, code } = error as { sqliteCode?: number; code?: string } // set by the driver and by node:fs
  const result = code === 'ERR_SQLITE_ERROR' ? (sqliteCode ?? CODE_OF_WORDS[error.message]) : undefined
  const words = result === undefined ? FILE_WORDS[code ?? ''] : WORDS[result & 0xff]
  return words ? new StorageTrouble(words(file), error) : error
}
