/** Begins, commits and rolls back the transactions of a connection to an SQLite file. */

import type { DatabaseTransaction } from '../contract/ports/local-service.ts'
import { isBusyError, toStorageError } from './sqlite-errors.ts'
import type { WriteTarget } from './statements.ts'

const MAX_BUSY_TRIES = 3

/** Watches the transactions of a connection, and what they write. */
export interface WriteObserver {
  /** Called at the begin of every transaction but a snapshot, also of one that only reads; an error ends it. */
  afterBegin(): void
  /** Called before each statement that writes. */
  beforeWrite(target: WriteTarget): void
  /** Called inside every write transaction just before its commit. */
  beforeCommit(): void
  /** Called after every write transaction. */
  afterEnd(isCommitted: boolean): void
}

/** The file and what transactions need of the driver. */
interface TransactionConnection {
  file: string
  driver: { exec(sql: string): void; readonly isTransaction: boolean }
}

/** The transactions of a connection: how many are open, inside one another, and who watches them. */
interface TransactionState {
  connection: TransactionConnection
  counter: ChangeCounter
  depth: number
  /** True if the outermost transaction may write. */
  isWriting: boolean
  /** The transaction of a snapshot, which ends before a write. */
  snapshot?: DatabaseTransaction | undefined
  observers: readonly Partial<WriteObserver>[]
}

type OutermostSql = 'BEGIN' | 'BEGIN IMMEDIATE'

/** Begins, commits and rolls back the transactions of a connection; nested ones are savepoints. */
export function createTransactionRunner(
  connection: TransactionConnection,
  counter: ChangeCounter,
  observers: readonly Partial<WriteObserver>[],
) {
  const { file } = connection
  const state: TransactionState = { connection, counter, depth: 0, isWriting: false, observers }

  function translated<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw toStorageError(error, file)
    }
  }

  function begin(): DatabaseTransaction {
    const transaction = translated(() => openTransaction(state, 'BEGIN IMMEDIATE'))
    return { ...transaction, commit: () => translated(transaction.commit) }
  }

  return {
    isInside: (): boolean => state.depth > 0,
    isWriting: (): boolean => state.depth > 0 && state.isWriting,
    begin,
    beginSnapshot(): void {
      if (state.depth === 0) state.snapshot = translated(() => openTransaction(state, 'BEGIN', true))
    },
    endSnapshot: (): void => translated(() => endSnapshot(state)),
    run: <Result>(outermost: OutermostSql, work: () => Result): Result =>
      translated(() => runInside(openTransaction(state, outermost), work)),
    async runAsync<Result>(work: () => Promise<Result>): Promise<Result> {
      const transaction = begin()
      let result: Result
      try {
        result = await work()
      } catch (error) {
        transaction.rollback()
        throw toStorageError(error, file)
      }
      transaction.commit()
      return result
    },
  }
}

function endSnapshot(state: TransactionState): void {
  const { snapshot } = state
  state.snapshot = undefined
  snapshot?.commit()
}

/** Begins a transaction, or a savepoint inside one. */
function openTransaction(
  state: TransactionState,
  outermost: OutermostSql,
  isSnapshot = false,
): DatabaseTransaction {
  // SQLite does not let a transaction write that began with an older state of the file.
  if (outermost === 'BEGIN IMMEDIATE') endSnapshot(state)
  const { driver } = state.connection
  const savepoint = `level${state.depth}`
  const [beginSql, commitSql, rollbackSql] =
    state.depth === 0
      ? [outermost, 'COMMIT', 'ROLLBACK']
      : [`SAVEPOINT ${savepoint}`, `RELEASE ${savepoint}`, `ROLLBACK TO ${savepoint}; RELEASE ${savepoint}`]
  const rollBack = (): void => {
    // SQLite rolls back by itself when the disk is full; the first error is the one to report.
    if (driver.isTransaction) driver.exec(rollbackSql)
    state.counter.increment()
  }
  retryWhileBusy(() => driver.exec(beginSql))
  if (state.depth === 0) {
    state.isWriting = outermost === 'BEGIN IMMEDIATE'
    startOutermost(state, isSnapshot)
  }
  state.depth++
  const isObserved = outermost === 'BEGIN IMMEDIATE' && state.depth === 1
  const end = (isCommitted: boolean): void => {
    state.depth--
    if (isObserved) for (const observer of state.observers) observer.afterEnd?.(isCommitted)
  }
  return {
    commit() {
      let isCommitted = false
      try {
        if (isObserved) for (const observer of state.observers) observer.beforeCommit?.()
        driver.exec(commitSql)
        isCommitted = true
      } catch (error) {
        rollBack()
        throw error
      } finally {
        end(isCommitted)
      }
    },
    rollback() {
      rollBack()
      end(false)
    },
  }
}

function startOutermost({ connection, counter, observers }: TransactionState, isSnapshot: boolean): void {
  counter.reset()
  // An observer may read, and a snapshot starts at the first read of its owner.
  if (isSnapshot) return
  try {
    for (const observer of observers) observer.afterBegin?.()
  } catch (error) {
    connection.driver.exec('ROLLBACK')
    throw error
  }
}

function runInside<Result>(transaction: DatabaseTransaction, work: () => Result): Result {
  let result: Result
  try {
    result = work()
  } catch (error) {
    transaction.rollback()
    throw error
  }
  transaction.commit()
  return result
}

/** Repeats a BEGIN: another process may hold the file for longer than one busy timeout. */
function retryWhileBusy(begin: () => void): void {
  for (let tries = 1; ; tries++) {
    try {
      return begin()
    } catch (error) {
      if (!isBusyError(error) || tries === MAX_BUSY_TRIES) throw error
    }
  }
}

/** Counts the changes after which rows read earlier may be stale. */
export interface ChangeCounter {
  /** Returns the count; `isInside` a transaction it is asked of SQLite only once. */
  read(isInside: boolean): number
  /** Starts the next transaction. */
  reset(): void
  /** Counts a rollback. */
  increment(): void
}

/** Returns a counter that has counted nothing. */
export function createChangeCounter(readDataVersion: () => number): ChangeCounter {
  let count = 0
  // SQLite's data_version counts the writes of other connections; inside a transaction it does not move.
  let dataVersion = 0
  let isCurrent = false
  return {
    read(isInside) {
      if (isCurrent && isInside) return count
      const version = readDataVersion()
      if (version !== dataVersion) count++
      dataVersion = version
      isCurrent = true
      return count
    },
    reset() {
      isCurrent = false
    },
    increment() {
      count++
    },
  }
}
