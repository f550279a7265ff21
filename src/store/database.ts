/** An SQLite file: opened with care, written in whole transactions. The SQLite driver's only door. */

import { DatabaseSync } from '@photostructure/sqlite'
import { StorageTrouble } from '../contract/errors.ts'
import { endedUncleanly, isCut, makeFile } from './file_on_disk.ts'
import { letGo } from './letting_go.ts'
import { troubleOf } from './trouble.ts'

/** What can be bound to a statement. Never undefined, a boolean, a Date or a number with a fraction. */
export type Value = string | number | bigint | null | Uint8Array

/** A prepared statement. `Row` is what the SQL's columns are named; the caller states it beside the SQL. */
export interface Statement<Row> {
  all(...values: Value[]): Row[]
  get(...values: Value[]): Row | undefined
  iterate(...values: Value[]): IterableIterator<Row>
  /** Returns the rows changed, and the key of the last row inserted. */
  run(...values: Value[]): { changes: number; key: number }
}

export interface Database {
  /** Prepared once and kept. `bigints` reads every integer as bigint, for sums; `arrays` reads rows as arrays, for long scans. */
  prepare<Row>(sql: string, shape?: { bigints?: true; arrays?: true }): Statement<Row>
  /** Everything or nothing: an immediate transaction, or a savepoint inside one. */
  write<Result>(work: () => Result): Result
  /** One unchanging view of the data for all reads inside. */
  read<Result>(work: () => Result): Result
  exec(sql: string): void
  close(): void
}

/** What makes a file one of ours, and how its tables came to be. */
export interface Schema {
  /** SQLite's application_id of such files. */
  application: number
  /** One script a version, oldest first. */
  migrations: readonly string[]
}

// Below this version a crash while a write-ahead log is reset can lose commits.
const OLDEST_SQLITE = [3, 51, 3]
const BUSY_MILLISECONDS = 5000
const BUSY_TRIES = 3

/** Opens a file of this schema, making it when it does not exist; ':memory:' is one that vanishes. Throws StorageTrouble. */
export function openDatabase(file: string, schema: Schema): Database {
  try {
    if (file !== ':memory:') makeFile(file)
    const suspect = file !== ':memory:' && (endedUncleanly(file) || isCut(file))
    const connection = new DatabaseSync(file, {
      timeout: BUSY_MILLISECONDS,
      enableForeignKeyConstraints: true,
    })
    try {
      const database = wrap(connection, file)
      checkVersion(database)
      checkIdentity(database, schema, file)
      if (suspect) checkIntegrity(database, file)
      setPragmas(database, file)
      migrate(database, schema)
      return database
    } catch (error) {
      connection.close()
      throw error
    }
  } catch (error) {
    throw troubleOf(error, file)
  }
}

const pragma = (database: Database, name: string): unknown =>
  Object.values(database.prepare<Record<string, unknown>>(`PRAGMA ${name}`).get() ?? {})[0]

function checkVersion(database: Database): void {
  const version = String(
    database.prepare<{ version: string }>('SELECT sqlite_version() AS version').get()?.version,
  )
  const parts = version.split('.').map(Number)
  const older = OLDEST_SQLITE.findIndex((part, at) => (parts[at] ?? 0) !== part)
  if (older >= 0 && (parts[older] ?? 0) < (OLDEST_SQLITE[older] ?? 0)) {
    throw new StorageTrouble(
      `SQLite ${version} can lose commits after a crash; ${OLDEST_SQLITE.join('.')} is needed`,
    )
  }
}

/** Refuses another program's file, and one of a later version of ours. */
function checkIdentity(database: Database, schema: Schema, file: string): void {
  const { application, version, empty } = database.read(() => ({
    application: pragma(database, 'application_id'),
    version: Number(pragma(database, 'user_version')),
    empty: database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined,
  }))
  // Killed while it was made, a file is empty and nobody's yet.
  if (empty && application === 0 && version === 0) return
  if (application !== schema.application) throw new StorageTrouble(`${file} is not a budget file`)
  if (version > schema.migrations.length) {
    throw new StorageTrouble(`${file} was made by a newer budget; update this one to open it`)
  }
}

/** Sets how the file is written, and reads every setting back: a file system may refuse one quietly. */
function setPragmas(database: Database, file: string): void {
  // A network file system may not share memory, which a write-ahead log needs.
  const log = pragma(database, 'journal_mode=WAL')
  if (log !== 'wal' && file !== ':memory:') pragma(database, 'journal_mode=TRUNCATE')
  const settings = {
    synchronous: 2, // FULL: a commit that was acknowledged survives a power cut
    fullfsync: 1,
    checkpoint_fullfsync: 1,
    foreign_keys: 1,
    trusted_schema: 0,
    cell_size_check: 1,
    temp_store: 2,
    cache_size: -16_384,
    wal_autocheckpoint: 8000,
  }
  for (const [name, wanted] of Object.entries(settings)) {
    database.exec(`PRAGMA ${name}=${wanted}`)
    const got = pragma(database, name)
    if (got !== wanted)
      throw new StorageTrouble(`${file} does not take ${name}=${wanted} (it says ${String(got)})`)
  }
}

function checkIntegrity(database: Database, file: string): void {
  const answer = pragma(database, 'quick_check(1)')
  if (answer !== 'ok')
    throw new StorageTrouble(`${file} is damaged (${String(answer)}); restore it from a backup`)
}

function migrate(database: Database, { application, migrations }: Schema): void {
  if (pragma(database, 'user_version') === migrations.length) return
  database.write(() => {
    // Asked again inside the transaction: another process may have migrated meanwhile.
    const version = Number(pragma(database, 'user_version'))
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`PRAGMA application_id=${application}; PRAGMA user_version=${migrations.length}`)
  })
}

function wrap(connection: InstanceType<typeof DatabaseSync>, file: string): Database {
  const statements = new Map<string, unknown>()
  let depth = 0

  function prepare<Row>(sql: string, shape: { bigints?: true; arrays?: true } = {}): Statement<Row> {
    const key = `${shape.bigints ?? ''}${shape.arrays ?? ''}${sql}`
    const known = statements.get(key)
    if (known) return known as Statement<Row> // kept under the very SQL it was made from
    // Compiled at first use: a command needs few of the many statements, and compiling all costs milliseconds.
    let made: ReturnType<typeof connection.prepare> | undefined
    const prepared = () => {
      if (made) return made
      made = connection.prepare(sql)
      if (shape.bigints) made.setReadBigInts(true)
      if (shape.arrays) made.setReturnArrays(true)
      return made
    }
    const places = sql.split('?').length - 1
    const checked = (values: Value[]): Value[] => {
      if (values.length !== places)
        throw new TypeError(`${values.length} values for ${places} places in: ${sql}`)
      return values
    }
    const statement: Statement<Row> = {
      all: (...values) => prepared().all(...checked(values)) as Row[],
      get: (...values) => prepared().get(...checked(values)) as Row | undefined,
      iterate: (...values) => prepared().iterate(...checked(values)) as IterableIterator<Row>,
      run: (...values) => {
        const { changes, lastInsertRowid } = prepared().run(...checked(values))
        return { changes, key: Number(lastInsertRowid) }
      },
    }
    statements.set(key, statement)
    return statement
  }

  function transact<Result>(begin: string, work: () => Result): Result {
    const name = `level${depth}`
    const [start, end, undo] =
      depth === 0
        ? [begin, 'COMMIT', 'ROLLBACK']
        : [`SAVEPOINT ${name}`, `RELEASE ${name}`, `ROLLBACK TO ${name}; RELEASE ${name}`]
    try {
      beginPatiently(() => connection.exec(start))
      depth++
      try {
        const result = work()
        connection.exec(end)
        return result
      } catch (error) {
        // SQLite ends a transaction itself when the disk is full; the first error is the one to tell.
        if (connection.isTransaction) connection.exec(undo)
        throw error
      } finally {
        depth--
      }
    } catch (error) {
      throw troubleOf(error, file)
    }
  }

  return {
    prepare,
    exec: (sql) => connection.exec(sql),
    write: (work) => transact('BEGIN IMMEDIATE', work),
    read: (work) => (depth > 0 ? work() : transact('BEGIN', work)),
    close: () => {
      if (!connection.isOpen) return
      if (file !== ':memory:') connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      connection.close()
      statements.clear()
      letGo()
    },
  }
}

/** Another process may hold the file for longer than one wait. */
function beginPatiently(begin: () => void): void {
  for (let tries = 1; ; tries++) {
    try {
      return begin()
    } catch (error) {
      const busy = (error as { sqliteCode?: number }).sqliteCode === 5 // the driver's errors carry SQLite's number
      if (!busy || tries === BUSY_TRIES) throw error
    }
  }
}
