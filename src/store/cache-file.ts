/**
 * Keeps a file that may be lost in working order: a damaged one is set aside and made anew.
 * @see docs/reliability.md#r12
 */

import { renameSync } from 'node:fs'
import { StorageError } from '../contract/errors.ts'
import type { Database } from './database.ts'
import { removeLogs } from './database-file.ts'
import { isBeyondRepair, isDamageError } from './sqlite-errors.ts'

export interface RebuildableDatabase {
  /** Runs work on the file, once more on a new one when it turns out to be damaged. */
  run<Result>(use: (database: Database) => Result): Result
  close(): void
}

/** Opens a cache's file; `warn` is told when it had to be replaced. Throws StorageTrouble. */
export function openRebuildableDatabase(
  file: string,
  { open, warn }: { open: () => Database; warn: (text: string) => void },
): RebuildableDatabase {
  const isLost = (error: unknown): boolean =>
    isDamageError(error) || (error instanceof StorageError && isBeyondRepair(error))

  function openAnew(): Database {
    removeLogs(file)
    renameSync(file, `${file}.damaged`)
    warn(`${file} was damaged: it is kept as ${file}.damaged, and a new one is made; no money is in it`)
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
