/**
 * Defines what the processes of a user share about services: rate limits and cached reads.
 * @see docs/http-client.md#rate-limit
 */

/** The requests that a key has left in its window, as far as this machine knows; others may share the key. */
export interface Quota {
  limit: number
  used: number
  left: number
  /**
   * When the next window begins: announced by the service, else an hour after the first counted request; null
   * for none.
   */
  resets_at: number | null
  /** Until when the service refuses all requests; null when it does not. */
  blocked_until: number | null
}

/**
 * Whether a request may be sent.
 * - `isProbe`: by our count the window is used up, and the request tests whether the service agrees
 * - `wait_until`: when to try again; `blocked` when the service demanded the wait
 * - `retriesExhausted`: the window has seen too many retries
 */
export type Admission =
  | { isProbe: boolean; wait_until?: never; retriesExhausted?: never }
  | { wait_until: number; blocked: boolean; retriesExhausted?: never }
  | { retriesExhausted: true; wait_until?: never }

/** The rate-limit window of one key, shared by the user's processes. Times are milliseconds since 1970. */
export interface RateLimitStore {
  /** Counts a request before it is sent, or returns why it must wait. */
  admit: (now: number, request: { repeated: boolean }) => Admission
  /** Records that the service refuses all requests until then. */
  blockUntil: (until: number) => void
  /** Records that a probe was accepted: a new window has begun. */
  confirmProbe: (now: number) => void
  /** Uncounts a request that was counted at that moment and never sent. */
  refund: (at: number) => void
  readQuota: (now: number) => Quota
}

/** Caches what was read of a workspace for later commands. The cache does not interpret the texts. */
export interface WorkspaceCache {
  read: (kind: string) => string | undefined
  write: (kind: string, text: string) => void
  forget: (kind: string) => void
}

/**
 * How many requests a key may send per hour.
 * @see docs/api.md#limits
 */
export const hourlyRequestLimit = 200

/** The window of a key that was never used on this machine. */
export const unusedQuota: Quota = {
  limit: hourlyRequestLimit,
  used: 0,
  left: hourlyRequestLimit,
  resets_at: null,
  blocked_until: null,
}

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
  /** Announces a write and returns its number. Until it is finished, nothing of the cache is used. */
  beginWrite(at: number): number
  /** Finishes a write: forgets what it touched. `write` is undefined when it was not announced. */
  finishWrite(write: number | undefined, touched: TouchedMonths): void
}
