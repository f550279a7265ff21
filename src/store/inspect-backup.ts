/** Looks into a copy of a workspace, changing neither the copy nor anything beside it. */

import { randomUUID } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Mistake, StorageTrouble } from '../contract/errors.ts'
import type { Database } from './database.ts'
import { refuseLost, removeFile } from './database-file.ts'
import { damageIn } from './integrity-check.ts'
import { sweepLeftovers } from './leftovers.ts'
import { openAsItIs } from './open-database.ts'
import { isBeyondRepair, troubleOf } from './sqlite-errors.ts'
import { makeFolder } from './store-directory.ts'
import { hasMarks, renewMark } from './wal-ownership.ts'
import { workspaceSchema } from './workspace-store.ts'

/** What a copy holds. Instants are milliseconds since 1970. */
export interface Examined {
  currency: string
  id_salt: string
  accounts: number
  transactions: number
  last_change: number | null
}

/** Takes a copy of a workspace with its log into a new file beside another one, whole and sound. Throws StorageTrouble. */
export function takeCopy(source: string, beside: string): { path: string; examined: Examined } {
  const path = `${beside}.${randomUUID()}.tmp`
  try {
    refuseLost(source)
    makeFolder(dirname(path))
    for (const part of ['', '-wal']) {
      if (!existsSync(source + part)) continue
      copyFileSync(source + part, path + part)
      chmodSync(path + part, 0o600)
    }
    sweepLeftovers(beside, path)
    return { path, examined: examine(path) }
  } catch (error) {
    removeFile(path)
    throw inWordsOf(source, path, troubleOf(error, source))
  }
}

/** What a workspace's file or a copy holds; for a moment it is copied beside another file. Throws StorageTrouble. */
export function lookInto(file: string, beside: string): Examined {
  const { path, examined } = takeCopy(file, beside)
  removeFile(path)
  return examined
}

/** Throws a Mistake unless there is a file that could be a copy, and another one than the workspace's own. */
export function refuseNoCopy(source: string, file: string): void {
  const found = statSync(source, { throwIfNoEntry: false, bigint: true })
  if (!found) throw new Mistake('not_found', `There is no file "${source}"`)
  if (!found.isFile()) throw new Mistake('usage', `"${source}" is not a file`)
  if (found.size === 0n) throw new Mistake('value', `"${source}" is empty`)
  const own = statSync(file, { throwIfNoEntry: false, bigint: true })
  if (own && own.dev === found.dev && own.ino === found.ino)
    throw new Mistake('usage', `"${source}" is the workspace's own file`, {
      hint: 'Name a copy that budget db backup wrote',
    })
}

function examine(path: string): Examined {
  const database = openAsItIs(path, workspaceSchema)
  try {
    const [damage] = damageIn(database)
    if (damage !== undefined) throw new StorageTrouble(`${path} is damaged: ${damage}`)
    const examined = summaryOf(database)
    if (!examined) throw new StorageTrouble(`${path} has no workspace in it`)
    if (hasMarks(database)) database.write(() => database.exec(renewMark))
    database.exec('PRAGMA journal_mode=DELETE') // no log belongs to it now
    return examined
  } finally {
    database.abandon()
  }
}

const summaryOf = (database: Database): Examined | undefined =>
  database
    .prepare<Examined>(
      `SELECT currency, id_salt, (SELECT count(*) FROM accounts WHERE deleted = 0) AS accounts,
         (SELECT count(*) FROM transactions WHERE deleted = 0) AS transactions,
         (SELECT max(at) FROM (SELECT max(updated_at) AS at FROM transactions
            UNION ALL SELECT max(updated_at) FROM accounts)) AS last_change
       FROM workspace`,
    )
    .get()

/** A person knows the copy by its own name. */
function inWordsOf(source: string, path: string, error: unknown): unknown {
  if (!(error instanceof StorageTrouble)) return error
  const hint = isBeyondRepair(error) ? 'Choose another copy' : error.hint?.replaceAll(path, source)
  return new StorageTrouble(error.message.replaceAll(path, source), error, hint)
}
