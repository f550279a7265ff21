/** Holds files against other processes; a lock of SQLite's own is gone when its holder is killed. */

import { connectBare } from './database.ts'
import { makeFile } from './database-file.ts'
import { isBusy, troubleOf } from './sqlite-errors.ts'

/** Holds an empty file until released or this process ends; undefined when another one holds it. Throws StorageTrouble. */
export function lockFile(file: string): (() => void) | undefined {
  try {
    makeFile(file)
  } catch (error) {
    throw troubleOf(error, file)
  }
  // Two that ask for BEGIN EXCLUSIVE at the same moment can both be turned away.
  return held(file, 'BEGIN IMMEDIATE', 0)
}

/**
 * Holds a workspace's file alone, with its log taken in and nothing beside it; undefined while another process has it
 * open. Who waited meanwhile finds the file replaced, and SQLite writes nothing into one that was moved.
 */
export const holdAlone = (file: string): (() => void) | undefined =>
  held(file, 'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE')

function held(file: string, sql: string, timeout?: number): (() => void) | undefined {
  const connection = connectBare(file, timeout)
  try {
    connection.exec(sql)
    return connection.close
  } catch (error) {
    connection.close()
    if (isBusy(error)) return undefined
    throw error
  }
}
