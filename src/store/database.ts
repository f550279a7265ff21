/** A connection to an SQLite file, written in whole transactions. The SQLite driver's only door. */

import { DatabaseSync } from '@photostructure/sqlite'
import { StorageError } from '../contract/errors.ts'
import type { DatabaseTransaction } from '../contract/ports/local-service.ts'
import { collectClosedHandles } from './database-gc.ts'
import { createErrorTranslator, type ErrorTranslator, isBusyError, toStorageError } from './sqlite-errors.ts'

/** What can be bound to a statement. Never undefined, a boolean, a Date or a number with a fraction. */
export type SqlValue = string | number | bigint | null | Uint8Array

/** A prepared statement. `Row` is what the SQL's columns are named; the caller states it beside the SQL. */
export interface Statement<Row> {
  all(...values: SqlValue[]): Row[]
  get(...values: SqlValue[]): Row | undefined
  iterate(...values: SqlValue[]): IterableIterator<Row>
  /** Returns the rows changed, and the key of the last row inserted. */
  run(...values: SqlValue[]): { changes: number; key: number }
}

export interface Database {
  /** Prepared once and kept. `bigints` reads every integer as bigint, for sums; `arrays` reads rows as arrays, for long scans. */
  prepare<Row>(sql: string, shape?: { bigints?: true; arrays?: true }): Statement<Row>
  /** Everything or nothing: an immediate transaction, or a savepoint inside one. */
  write<Result>(work: () => Result): Result
  /** The same around work that takes turns with other work of this process, which then takes part in it. */
  groupCommit<Result>(work: () => Promise<Result>): Promise<Result>
  /** Holds the file: nobody else writes to it, and what is written stays only once it is kept. */
  beginTransaction(): DatabaseTransaction
  /** One unchanging view of the data for all reads inside. */
  read<Result>(work: () => Result): Result
  /** Another number whenever rows read before may be others now: another connection wrote, or a write was taken back. */
  changeCounter(): number
  exec(sql: string): void
  /** Has something done at the end of every transaction that is kept, inside it. */
  beforeCommit(last: () => void): void
  close(): void
  /** Closes without taking in the log: a file that was refused is left as it was. */
  discard(): void
}

const BUSY_MILLISECONDS = 5000
const MAX_BUSY_TRIES = 3

/** Connects to a file as it is; `':memory:'` is one that vanishes. What the disk or the file refuses comes as StorageTrouble. */
export function openConnection(file: string): Database {
  const options = { timeout: BUSY_MILLISECONDS, enableForeignKeyConstraints: true }
  const told = createErrorTranslator(file)
  return wrapConnection(
    told(() => new DatabaseSync(file, options)),
    file,
    told,
  )
}

/** A connection for nothing but holding a file: no statement of it stays behind that would keep the file open. */
export function openBareConnection(
  file: string,
  timeout = BUSY_MILLISECONDS,
): Pick<Database, 'exec' | 'close'> {
  const told = createErrorTranslator(file)
  const connection = told(() => new DatabaseSync(file, { timeout }))
  return { exec: (sql) => told(() => connection.exec(sql)), close: () => connection.close() }
}

function wrapConnection(
  connection: InstanceType<typeof DatabaseSync>,
  file: string,
  told: ErrorTranslator,
): Database {
  const statements = new Map<string, unknown>()
  let depth = 0
  let edition = 0
  /** SQLite's number for what other connections wrote; inside a transaction it stands still. */
  let othersWrites = 0
  let isAsked = false
  let last: () => void = () => undefined

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
    const checked = (values: SqlValue[]): SqlValue[] => {
      if (values.length !== places)
        throw new TypeError(`${values.length} values for ${places} places in: ${sql}`)
      return values
    }
    const statement: Statement<Row> = {
      all: (...values) => told(() => prepared().all(...checked(values)) as Row[]),
      get: (...values) => told(() => prepared().get(...checked(values)) as Row | undefined),
      *iterate(...values) {
        const rows = told(() => prepared().iterate(...checked(values)) as IterableIterator<Row>)
        try {
          for (let row = told(() => rows.next()); !row.done; row = told(() => rows.next())) yield row.value
        } finally {
          rows.return?.()
        }
      },
      run: (...values) =>
        told(() => {
          const { changes, lastInsertRowid } = prepared().run(...checked(values))
          return { changes, key: Number(lastInsertRowid) }
        }),
    }
    statements.set(key, statement)
    return statement
  }

  function currentEdition(): number {
    if (isAsked && depth > 0) return edition
    const writes = prepare<[number]>('PRAGMA data_version', { arrays: true }).get()?.[0] ?? 0
    if (writes !== othersWrites) edition++
    othersWrites = writes
    isAsked = true
    return edition
  }

  function begin(sql: string): void {
    retryWhileBusy(() => connection.exec(sql))
    if (depth === 0) isAsked = false
    depth++
  }

  // SQLite ends a transaction itself when the disk is full; the first error is the one to tell.
  function takeBack(sql: string): void {
    if (connection.isTransaction) connection.exec(sql)
    edition++
  }

  /** Opens a transaction, or a savepoint inside one. */
  function open(outermost: string): DatabaseTransaction {
    const name = `level${depth}`
    const [start, end, undo] =
      depth === 0
        ? [outermost, 'COMMIT', 'ROLLBACK']
        : [`SAVEPOINT ${name}`, `RELEASE ${name}`, `ROLLBACK TO ${name}; RELEASE ${name}`]
    begin(start)
    return {
      commit() {
        try {
          if (outermost === 'BEGIN IMMEDIATE' && depth === 1) last()
          connection.exec(end)
        } catch (error) {
          takeBack(undo)
          throw error
        } finally {
          depth--
        }
      },
      rollback() {
        depth--
        takeBack(undo)
      },
    }
  }

  /** Does something with the file whose failure comes as StorageTrouble. */
  function reported<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw toStorageError(error, file)
    }
  }

  const transact = <Result>(outermost: string, work: () => Result): Result =>
    reported(() => {
      const held = open(outermost)
      let result: Result
      try {
        result = work()
      } catch (error) {
        held.rollback()
        throw error
      }
      held.commit()
      return result
    })

  async function together<Result>(work: () => Promise<Result>): Promise<Result> {
    const held = hold()
    let result: Result
    try {
      result = await work()
    } catch (error) {
      held.rollback()
      throw toStorageError(error, file)
    }
    held.commit()
    return result
  }

  function hold(): DatabaseTransaction {
    const held = reported(() => open('BEGIN IMMEDIATE'))
    return { ...held, commit: () => reported(held.commit) }
  }

  function takeLogIn(): void {
    try {
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      // On a full disk all that was committed stays in the log, which the next one to open the file takes in.
      if (!(toStorageError(error, file) instanceof StorageError)) throw error
    }
  }

  return {
    prepare,
    groupCommit: together,
    beginTransaction: hold,
    changeCounter: currentEdition,
    exec: (sql) => told(() => connection.exec(sql)),
    beforeCommit: (work) => {
      last = work
    },
    write: (work) => transact('BEGIN IMMEDIATE', work),
    discard: () => connection.close(),
    read: (work) => (depth > 0 ? work() : transact('BEGIN', work)),
    close: () => {
      if (!connection.isOpen) return
      if (file !== ':memory:') takeLogIn()
      connection.close()
      statements.clear()
      collectClosedHandles()
    },
  }
}

/** Another process may hold the file for longer than one wait. */
function retryWhileBusy(begin: () => void): void {
  for (let tries = 1; ; tries++) {
    try {
      return begin()
    } catch (error) {
      if (!isBusyError(error) || tries === MAX_BUSY_TRIES) throw error
    }
  }
}
