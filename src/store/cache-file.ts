/**
 * Opens a database whose loss does no harm: a damaged file is renamed and replaced by an empty one.
 * @see docs/reliability.md#r12
 */

import { renameSync } from 'node:fs'
import { StorageError } from '../contract/errors.ts'
import type { Database } from './database.ts'
import { removeLogs } from './database-file.ts'
import { isBeyondRepair, isDamageError } from './sqlite-errors.ts'

/** A database that is rebuilt when it turns out to be damaged. */
export interface RebuildableDatabase {
  /** Runs `use` on the database, and once more on a new one when the file is damaged. */
  run<Result>(use: (database: Database) => Result): Result
  close(): void
}

/**
 * Opens a rebuildable database; `warn` reports a replaced file.
 * @throws StorageError when it cannot be opened or replaced
 */
export function openRebuildableDatabase(
  file: string,
  { open, warn }: { open: () => Database; warn: (text: string) => void },
): RebuildableDatabase {
  const isLost = (error: unknown): boolean =>
    isDamageError(error) || (error instanceof StorageError && isBeyondRepair(error))

  function openAnew(): Database {
    removeLogs(file)
    renameSync(file, `${file}.damaged`)
    warn(
      `${file} was damaged: it was moved to ${file}.damaged and replaced by an empty one; your budget is not affected`,
    )
    return open()
  }

  function openFirst(): Database {
    try {
      return open()
    } catch (error) {
      if (isLost(error)) return openAnew()
      throw error
    }
  }

  let database = openFirst()
  return {
    run(use) {
      try {
        return use(database)
      } catch (error) {
        if (!isLost(error)) throw error
        database.discard()
        database = openAnew()
        return use(database)
      }
    },
    close: () => database.close(),
  }
}
