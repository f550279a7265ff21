/** Opens an SQLite file safely: checks that it is undamaged and of budget, sets pragmas and migrates it. */

import { dirname } from 'node:path'
import { NewerFileError, StorageError } from '../contract/errors.ts'
import { backUpDatabase } from './backup.ts'
import { type Database, openConnection } from './database.ts'
import {
  assertHasContent,
  createPrivateFile,
  hasPendingLog,
  isReadOnly,
  lostFileError,
} from './database-file.ts'
import { isBusyError, RESTORE_HINT, toStorageError, WRITABLE_HINT } from './sqlite-errors.ts'

/** What identifies the files of one kind, and the scripts that create their tables. */
export interface DatabaseSchema {
  /** SQLite's application_id of these files. */
  application: number
  /** One script for each version, the oldest first. */
  migrations: readonly string[]
}

// Before this version, a crash while the write-ahead log is reset can lose commits.
const OLDEST_SQLITE = [3, 51, 3]

interface OpenExpectation {
  /** True if the file must have content and is never created. */
  isKnown?: boolean
}

/**
 * Opens a file and migrates it, creating it if necessary; ':memory:' opens a database without a file.
 * @throws StorageError when the file is damaged, foreign or of a newer version
 */
export function openDatabase(
  file: string,
  schema: DatabaseSchema,
  { isKnown = false }: OpenExpectation = {},
): Database {
  return openVerified(file, { schema, isKnown }, (database) => {
    setPragmas(database, file)
    migrate(database, schema, file)
    refuseNewerVersions(database, file)
  })
}

/**
 * Opens an existing file without migrating it or changing its journal mode.
 * @throws StorageError when the file is damaged, foreign or of a newer version
 */
export const openWithoutMigrating = (file: string, schema: DatabaseSchema): Database =>
  openVerified(file, { schema, isKnown: true }, () => undefined)

/**
 * Creates a file that nothing else opens before it is complete, and lets `fill` write all of it. A process that is
 * killed leaves a useless file, so nothing waits for the disk.
 * @throws StorageError when it cannot be written
 */
export function fillNewDatabase(
  file: string,
  { application, migrations }: DatabaseSchema,
  fill: (database: Database) => void,
): void {
  keepTemporaryFilesBeside(file)
  createPrivateFile(file)
  const database = openConnection(file)
  try {
    checkVersion(database)
    // The caller checks the references of the rows.
    database.exec(
      'PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF; PRAGMA cache_size=-4096',
    )
    database.write(() => {
      for (const migration of migrations) database.exec(migration)
      fill(database)
      database.exec(`PRAGMA application_id=${application}; PRAGMA user_version=${migrations.length}`)
    })
  } finally {
    database.discard()
  }
}

function openVerified(
  file: string,
  { schema, isKnown }: { schema: DatabaseSchema; isKnown: boolean },
  prepare: (database: Database) => void,
): Database {
  keepTemporaryFilesBeside(file)
  try {
    const isOnDisk = file !== ':memory:'
    if (isOnDisk && isKnown) assertHasContent(file)
    else if (isOnDisk) createPrivateFile(file)
    if (isOnDisk && isReadOnly(file)) return openReadOnly(file, { ...schema, isKnown })
    const isUnclean = isOnDisk && hasPendingLog(file)
    const database = openConnection(file)
    try {
      checkVersion(database)
      checkIdentity(database, { ...schema, isKnown }, file)
      if (isUnclean) checkIntegrity(database, file)
      prepare(database)
      return database
    } catch (error) {
      database.discard()
      throw error
    }
  } catch (error) {
    throw toStorageError(error, file)
  }
}

/** Opens a file that cannot be written: it is read as it is, and each write fails with a reason. */
function openReadOnly(file: string, schema: DatabaseSchema & OpenExpectation): Database {
  const isUnclean = hasPendingLog(file)
  const database = openConnection(file, isUnclean ? 'logged' : 'unlogged')
  try {
    if (isUnclean) assertLogReadable(database, file)
    checkVersion(database)
    checkIdentity(database, schema, file)
    if (isUnclean) checkIntegrity(database, file)
    const version = Number(runPragma(database, 'user_version'))
    if (version === schema.migrations.length) return database
    throw new StorageError(
      `${file} was written by an older version of budget and must be migrated, but it is read-only`,
      undefined,
      WRITABLE_HINT,
    )
  } catch (error) {
    database.discard()
    throw error
  }
}

/** Asserts that SQLite can read the log: it needs the index beside it, which it cannot create on a read-only disk. */
function assertLogReadable(database: Database, file: string): void {
  try {
    runPragma(database, 'user_version')
  } catch (error) {
    const reason = `its last changes are in ${file}-wal, which cannot be read on a read-only disk`
    throw new StorageError(`${file} cannot be read: ${reason}`, error, WRITABLE_HINT)
  }
}

const runPragma = (database: Database, name: string): unknown =>
  Object.values(database.prepare<Record<string, unknown>>(`PRAGMA ${name}`).get() ?? {})[0]

function checkVersion(database: Database): void {
  const version = String(
    database.prepare<{ version: string }>('SELECT sqlite_version() AS version').get()?.version,
  )
  const parts = version.split('.').map(Number)
  const older = OLDEST_SQLITE.findIndex((part, index) => (parts[index] ?? 0) !== part)
  if (older >= 0 && (parts[older] ?? 0) < (OLDEST_SQLITE[older] ?? 0)) {
    throw new StorageError(
      `SQLite ${version} can lose data after a crash; ${OLDEST_SQLITE.join('.')} or later is required`,
    )
  }
}

/** Asserts that budget wrote the file, and no newer version of it. */
function checkIdentity(database: Database, schema: DatabaseSchema & OpenExpectation, file: string): void {
  const { application, version, empty } = database.read(() => ({
    application: runPragma(database, 'application_id'),
    version: Number(runPragma(database, 'user_version')),
    empty: database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined,
  }))
  // A process that was killed while it created the file leaves it empty.
  if (empty && application === 0 && version === 0 && !schema.isKnown) return
  if (empty && application === 0 && version === 0) throw lostFileError(file, 'empty')
  if (application !== schema.application)
    throw new StorageError(`${file} is not a budget file`, undefined, RESTORE_HINT)
  if (version < 0)
    throw new StorageError(`${file} is damaged: its version is ${version}`, undefined, RESTORE_HINT)
  if (version > schema.migrations.length) {
    throw new NewerFileError(
      `${file} was created by a newer version of budget; update budget to open it`,
      undefined,
      'budget --version shows the installed version',
    )
  }
}

/**
 * Refuses every transaction after another process migrates the file: this version knows neither its tables nor its
 * rules.
 */
function refuseNewerVersions(database: Database, file: string): void {
  const version = database.prepare<[number]>('PRAGMA user_version', { arrays: true })
  const [openedVersion = 0] = version.get() ?? []
  const afterBegin = (): void => {
    if ((version.get()?.[0] ?? 0) <= openedVersion) return
    throw new NewerFileError(
      `${file} was migrated by a newer version of budget`,
      undefined,
      'Run the command again, or restart budget serve, with the newer version',
    )
  }
  database.observeWrites({ afterBegin })
}

const LOG_RETRY_MILLISECONDS = 5
const LOG_DEADLINE_MILLISECONDS = 5000

/** Turns the write-ahead log on, and returns the journal mode that the file then has. */
function turnOnWriteAheadLog(database: Database): unknown {
  const deadline = Date.now() + LOG_DEADLINE_MILLISECONDS
  for (;;) {
    try {
      return runPragma(database, 'journal_mode=WAL')
    } catch (error) {
      // When two processes turn it on in a new file at once, SQLite refuses one of them without waiting.
      if (!isBusyError(error) || Date.now() > deadline) throw error
      waitBlocking(LOG_RETRY_MILLISECONDS)
    }
  }
}

/** Sets the pragmas and reads each one back, because a file system may ignore one silently. */
function setPragmas(database: Database, file: string): void {
  // A network file system may not support shared memory, which WAL needs.
  const log = turnOnWriteAheadLog(database)
  if (log !== 'wal' && file !== ':memory:') runPragma(database, 'journal_mode=TRUNCATE')
  const settings = {
    synchronous: 2, // FULL: a committed transaction survives a power failure
    fullfsync: 1,
    checkpoint_fullfsync: 1,
    foreign_keys: 1,
    trusted_schema: 0,
    cell_size_check: 1,
    temp_store: 1, // in memory, taking back a large write takes quadratic time
    cache_size: -4_096,
    wal_autocheckpoint: 8000,
  }
  for (const [name, expected] of Object.entries(settings)) {
    database.exec(`PRAGMA ${name}=${expected}`)
    const actual = runPragma(database, name)
    if (actual !== expected)
      throw new StorageError(`${file} does not accept ${name}=${expected} (it has ${String(actual)})`)
  }
}

/** Blocks this thread for some milliseconds: connections to SQLite files are synchronous. */
const waitBlocking = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

function checkIntegrity(database: Database, file: string): void {
  const result = runPragma(database, 'quick_check(1)')
  if (result !== 'ok')
    throw new StorageError(
      `${file} is damaged (${String(result)}); restore it from a backup`,
      undefined,
      RESTORE_HINT,
    )
}

function migrate(database: Database, { application, migrations }: DatabaseSchema, file: string): void {
  const oldVersion = Number(runPragma(database, 'user_version'))
  if (oldVersion === migrations.length) return
  if (oldVersion > 0 && file !== ':memory:')
    backUpDatabase(database, `${file}.version-${oldVersion}`, { force: true })
  database.write(() => {
    // Read again inside the transaction: another process may have migrated the file.
    const version = Number(runPragma(database, 'user_version'))
    for (const migration of migrations.slice(version)) runMigration(database, migration, { file, version })
    database.exec(`PRAGMA application_id=${application}; PRAGMA user_version=${migrations.length}`)
  })
}

/** Runs a migration. SQL that a file refuses is not of the version that the file claims. */
function runMigration(
  database: Database,
  migration: string,
  { file, version }: { file: string; version: number },
): void {
  try {
    database.exec(migration)
  } catch (error) {
    if (error instanceof StorageError) throw error
    const message = `${file} is damaged: its tables do not fit its version, ${version}`
    throw new StorageError(message, error, RESTORE_HINT)
  }
}

/**
 * Makes SQLite create its temporary files in the directory of the file, which only the owner can read, rather than in
 * one for all users. SQLite reads the variable when the first file is opened, and deletes the files as it opens them.
 */
function keepTemporaryFilesBeside(file: string): void {
  if (file !== ':memory:') process.env['SQLITE_TMPDIR'] ??= dirname(file)
}
