/** A workspace's file copied whole, while others go on writing. */

import { randomUUID } from 'node:crypto'
import { closeSync, constants, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Mistake, StorageTrouble } from '../contract/errors.ts'
import type { BackupOptions } from '../contract/ports/local-service.ts'
import { connect, type Database } from './database.ts'
import { syncToDisk } from './database-file.ts'
import { sweepLeftovers } from './leftovers.ts'
import { troubleOf } from './sqlite-errors.ts'
import { hasMarks, renewMark } from './wal-ownership.ts'

/** Copies a database to a file that appears whole or not at all, for its owner alone. Throws a Mistake or StorageTrouble. */
export function backUp(database: Database, file: string, { force, dry_run = false }: BackupOptions): void {
  if (existsSync(file) && !force)
    throw new Mistake('usage', `"${file}" is there already`, { hint: 'Add --force to replace it' })
  const known = statSync(file, { throwIfNoEntry: false })
  if (known && !known.isFile() && !known.isDirectory())
    throw new Mistake('usage', `"${file}" is not a file`, { hint: 'Choose another name' })
  if (!existsSync(dirname(file))) throw new Mistake('not_found', `There is no folder for "${file}"`)
  if (dry_run) return
  const beside = `${file}.${randomUUID()}.tmp`
  try {
    // SQLite takes an empty file as it is, so that nobody else could read it at any moment.
    closeSync(openSync(beside, 'wx', 0o600))
    sweepLeftovers(file, beside)
    database.prepare('VACUUM INTO ?').run(beside)
    if (hasMarks(database)) makeItsOwn(beside)
    syncToDisk(beside, 'r+')
    renameSync(beside, file)
    if (constants.O_DIRECTORY) syncToDisk(dirname(file), 'r') // Windows opens no directories
  } catch (error) {
    rmSync(beside, { force: true })
    // The statement names the file it reads from; what could not be written is the copy.
    const cause = error instanceof StorageTrouble ? (error.cause ?? error) : error
    throw troubleOf(cause, file)
  }
}

/** No log of the original fits the copy, should one ever lie beside it. */
function makeItsOwn(copy: string): void {
  const database = connect(copy)
  try {
    database.exec(renewMark)
  } finally {
    database.abandon()
  }
}
