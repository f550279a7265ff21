/** Defines the cache of what was read of the closed months of a remote workspace. @see docs/reports.md#remote-cache */

/** Months that follow one another, with what was read of them. Months without transactions are kept as one run. */
export interface MonthRun {
  first: string
  last: string
  /** The cache does not interpret it. */
  text: string
  /** When it was read: milliseconds since 1970. */
  read_at: number
}

/** What a write touched: months YYYY-MM, or every month. */
export type TouchedMonths = readonly string[] | 'all'

/** The closed months of a remote workspace, shared by the user's processes. */
export interface MonthCache {
  /** Lists the runs with months of a range, the newest first; none while a write is under way. */
  list(months: { first: string; last: string }): MonthRun[]
  /** Returns a number that every write changes. `at` is now, in milliseconds since 1970. */
  startReading(at: number): number
  /** Keeps runs that were read since a generation; nothing when something was written meanwhile. */
  keep(generation: number, runs: readonly MonthRun[]): void
  /** Announces a write and returns its number. Until it is settled, nothing of the cache is used. */
  beginWrite(at: number): number
  /** Forgets what a write touched; `write` is undefined when it was not announced. */
  settleWrite(write: number | undefined, touched: TouchedMonths): void
}
