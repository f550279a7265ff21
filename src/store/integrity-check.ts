/** Checks the integrity of an SQLite file. */

import { StorageError } from '../contract/errors.ts'
import type { Database } from './database.ts'

/** Lists what SQLite finds wrong with a file, one sentence each; empty when it is sound. */
export function findIntegrityErrors(database: Database): string[] {
  try {
    return database.read(() => {
      const pages = findDamagedPages(database)
      // References cannot be checked in a damaged file.
      return pages.length > 0 ? pages : findBrokenReferences(database)
    })
  } catch (error) {
    // The file is too damaged to be checked.
    if (error instanceof StorageError) return [error.message]
    throw error
  }
}

const findDamagedPages = (database: Database): string[] =>
  database
    .prepare<{ integrity_check: string }>('PRAGMA integrity_check')
    .all()
    .filter(({ integrity_check }) => integrity_check !== 'ok')
    .map(({ integrity_check }) => `The file is damaged: ${integrity_check}`)

const findBrokenReferences = (database: Database): string[] =>
  database
    .prepare<{ table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check')
    .all()
    .map(({ table, rowid, parent }) => `Row ${rowid} of ${table} refers to a missing row of ${parent}`)
