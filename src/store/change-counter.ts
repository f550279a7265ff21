/** Counts the writes after which rows read earlier may be stale. */

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
