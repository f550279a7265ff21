/** Chooses where SQLite creates its temporary files. */

import { dirname } from 'node:path'

/**
 * Makes SQLite create its temporary files in the directory of the file, which only the owner can read, rather than in
 * one for all users. SQLite reads the variable when the first file is opened, and deletes the files as it opens them.
 */
export function keepTemporaryFilesBeside(file: string): void {
  if (file !== ':memory:') process.env['SQLITE_TMPDIR'] ??= dirname(file)
}
