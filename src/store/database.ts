/** Connects to an SQLite file and runs every write as a whole transaction; the only user of the driver. */

import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { constants, DatabaseSync } from '@photostructure/sqlite'
import { StorageError } from '../contract/errors.ts'
import type { DatabaseTransaction } from '../contract/ports/local-service.ts'
import { createChangeCounter, createTransactionRunner, type WriteObserver } from './database-transactions.ts'
import { createErrorTranslator, type ErrorTranslator, toStorageError } from './sqlite-errors.ts'
import {
  createStatementCache,
  type SqlStatement,
  type StatementOptions,
  type WriteTarget,
} from './statements.ts'

/** A connection to one SQLite file. Every method throws StorageError when the disk or the file fails. */
export interface Database {
  /** Returns the cached statement of this SQL, which SQLite compiles at its first use. */
  prepare<Row>(sql: string, options?: StatementOptions): SqlStatement<Row>
  /** Runs `work` in an immediate transaction, or in a savepoint inside one; an error rolls it back. */
  write<Result>(work: () => Result): Result
  /** Like `write` for asynchronous work; other writes of this process in the meantime join its transaction. */
  groupCommit<Result>(work: () => Promise<Result>): Promise<Result>
  /** Begins a transaction that lasts until it is committed or rolled back; no other process can write. */
  beginTransaction(): DatabaseTransaction
  /** Runs `work` with one unchanging view of the data. */
  read<Result>(work: () => Result): Result
  /**
   * Shows all reads the data as it is at the first of them, until this connection writes or closes. Writers need not
   * wait; where they would, because the file cannot have a write-ahead log, every read shows what is there by then.
   */
  beginSnapshot(): void
  /** Shows further reads the data as it is by then. */
  endSnapshot(): void
  /** Returns another number whenever rows read earlier may be stale: another connection wrote, or a write was rolled back. */
  changeCounter(): number
  /** True in a transaction that may write, and so may be rolled back. */
  isWriting(): boolean
  /** Returns another text whenever rows read earlier may be stale, because this or another connection wrote. */
  rowsVersion(): string
  /** Runs a script without parameters. */
  exec(sql: string): void
  /** Watches the transactions of this connection; the latest observer is called first. */
  observeWrites(observer: Partial<WriteObserver>): void
  /** Records how the rows of a table change from now on; close it in the same transaction. */
  recordChanges(table: string): ChangeSession
  /**
   * Applies a changeset with foreign keys checked at its end.
   * @throws ChangesetConflictError when a row is not as the changeset says; then nothing is applied
   */
  applyChangeset(changeset: Uint8Array): void
  /** Runs `work` in a transaction, with the driver's own connection: no observer sees what it writes. */
  writeUnobserved(work: (driver: Pick<DriverConnection['driver'], 'prepare'>) => void): void
  /** Checkpoints the write-ahead log and closes the connection. */
  close(): void
  /** Closes without a checkpoint, so that a refused file stays as it is. */
  discard(): void
}

/** The changes of one table since a moment. */
export interface ChangeSession {
  /** Returns the difference between now and then in SQLite's format; empty when there is none. */
  changeset(): Uint8Array
  /** Like `changeset`, without the old values: it cannot be inverted. */
  patchset(): Uint8Array
  close(): void
}

/** Why a changeset could not be applied. */
export type ChangesetConflict = 'changed' | 'missing' | 'exists' | 'constraint' | 'foreign key'

/** A changeset does not fit the rows of the file. */
export class ChangesetConflictError extends Error {
  readonly conflict: ChangesetConflict

  constructor(conflict: ChangesetConflict) {
    super(`The changeset does not fit: ${conflict}`)
    this.conflict = conflict
  }
}

const BUSY_MILLISECONDS = 5000

/**
 * Opens a connection to a file as it is; `':memory:'` is a database that vanishes when it is closed. A file that cannot
 * be written is `unlogged` if it has no log, because SQLite could not create one.
 * @throws StorageError when the disk or the file refuses it
 */
export function openConnection(file: string, access?: 'logged' | 'unlogged'): Database {
  const readOnly = access !== undefined
  const options = { timeout: BUSY_MILLISECONDS, enableForeignKeyConstraints: true, readOnly }
  const address = access === 'unlogged' ? `${pathToFileURL(file).href}?immutable=1` : file
  const translate = createErrorTranslator(file)
  return wrapConnection({ driver: translate(() => new DatabaseSync(address, options)), file, translate })
}

/**
 * Opens a connection that only locks the file: it keeps no statement, which would keep the file open after `close`.
 * @throws StorageError when the disk or the file refuses it
 */
export function openBareConnection(
  file: string,
  timeout = BUSY_MILLISECONDS,
): Pick<Database, 'exec' | 'close'> {
  const translate = createErrorTranslator(file)
  const driver = translate(() => new DatabaseSync(file, { timeout }))
  return { exec: (sql) => translate(() => driver.exec(sql)), close: () => driver.close() }
}

/** The codes of SQLite. */
export { constants as sqliteConstants }

/** Opens the driver's own connection to a file of another program, which cannot write. */
export const openReadOnlyDriver = (file: string): InstanceType<typeof DatabaseSync> =>
  new DatabaseSync(file, { readOnly: true, defensive: true, enableForeignKeyConstraints: false })

/** The driver's connection, its file, and the function that turns the driver's errors into StorageError. */
interface DriverConnection {
  driver: InstanceType<typeof DatabaseSync>
  file: string
  translate: ErrorTranslator
}

function wrapConnection(connection: DriverConnection): Database {
  const { driver, file, translate } = connection
  const observers: Partial<WriteObserver>[] = []
  const beforeWrite = (target: WriteTarget): void => {
    for (const observer of observers) observer.beforeWrite?.(target)
  }
  const statements = createStatementCache(driver, { translate, beforeWrite })
  const readDataVersion = (): number =>
    statements.prepare<[number]>('PRAGMA data_version', { arrays: true }).get()?.[0] ?? 0
  const countOwnChanges = (): number =>
    statements.prepare<[number]>('SELECT total_changes()', { arrays: true }).get()?.[0] ?? 0
  const readJournalMode = (): unknown =>
    statements.prepare<[string]>('PRAGMA journal_mode', { arrays: true }).get()?.[0]
  const counter = createChangeCounter(readDataVersion)
  const transactions = createTransactionRunner(connection, counter, observers)
  return {
    prepare: statements.prepare,
    changeCounter: () => counter.read(transactions.isInside()),
    isWriting: transactions.isWriting,
    rowsVersion: () => `${counter.read(transactions.isInside())}:${countOwnChanges()}`,
    exec: (sql) => translate(() => driver.exec(sql)),
    observeWrites: (observer) => void observers.unshift(observer),
    recordChanges: (table) => translate(() => driver.createSession({ table })),
    applyChangeset(changeset) {
      translate(() => applyChangeset(driver, changeset))
      counter.increment() // no statement wrote these rows
    },
    writeUnobserved(work) {
      transactions.run('BEGIN IMMEDIATE', () => work(driver))
      counter.increment()
    },
    write: (work) => transactions.run('BEGIN IMMEDIATE', work),
    read: (work) => (transactions.isInside() ? work() : transactions.run('BEGIN', work)),
    groupCommit: transactions.runAsync,
    beginTransaction: transactions.begin,
    beginSnapshot() {
      if (readJournalMode() === 'wal') transactions.beginSnapshot()
    },
    endSnapshot: transactions.endSnapshot,
    discard: () => driver.close(),
    close() {
      if (!driver.isOpen) return
      transactions.endSnapshot()
      if (file !== ':memory:') checkpoint(connection)
      driver.close()
      statements.clear()
      collectClosedHandles()
    },
  }
}

const conflictByCode: Readonly<Record<number, ChangesetConflict>> = {
  [constants.SQLITE_CHANGESET_DATA]: 'changed',
  [constants.SQLITE_CHANGESET_NOTFOUND]: 'missing',
  [constants.SQLITE_CHANGESET_CONFLICT]: 'exists',
  [constants.SQLITE_CHANGESET_CONSTRAINT]: 'constraint',
  [constants.SQLITE_CHANGESET_FOREIGN_KEY]: 'foreign key',
}

function applyChangeset(driver: DriverConnection['driver'], changeset: Uint8Array): void {
  let conflict: ChangesetConflict | undefined
  const onConflict = (code: number): number => {
    conflict ??= conflictByCode[code]
    return constants.SQLITE_CHANGESET_ABORT
  }
  try {
    if (driver.applyChangeset(changeset, { onConflict })) return
  } catch (error) {
    // A broken foreign key calls onConflict and throws as well.
    if (!conflict) throw error
  }
  throw new ChangesetConflictError(conflict ?? 'changed')
}

/** Moves the write-ahead log into the file, as far as no other process reads an older state. */
function checkpoint({ driver, file }: DriverConnection): void {
  try {
    // The log may stay: waiting for a long export of another process would keep the user waiting for nothing.
    driver.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // On a full disk everything committed stays in the log; the next connection checkpoints it.
    if (!(toStorageError(error, file) instanceof StorageError)) throw error
  }
}

/** How many closed connections may still hold their handle. */
const MAX_CLOSED_HANDLES = 16

let closedHandles = 0
let gc: (() => void) | undefined

/** Counts a closed connection and runs the garbage collector after every 16th. */
function collectClosedHandles(): void {
  closedHandles++
  if (closedHandles < MAX_CLOSED_HANDLES) return
  closedHandles = 0
  collectGarbage()
}

/** Runs the garbage collector. */
export function collectGarbage(): void {
  if (!gc) {
    setFlagsFromString('--expose-gc')
    gc = runInNewContext('gc') as () => void // the flag defines this function
  }
  gc()
}
