/** What this user's processes remember together about the services they ask. @see docs/http-client.md#rate-limit */

/** The requests a key may make in an hour, as far as they are known here; other machines may share the key. */
export interface Quota {
  limit: number
  used: number
  left: number
  /** When the service counts anew: by its own word, else an hour after the first request counted; null when there is none. */
  resets_at: number | null
  /** Until when the service said it takes nothing. */
  blocked_until: number | null
}

/**
 * May a request be sent now? `on_trial`: the hour is used up by our count, and its outcome will tell.
 * `wait_until`: when to ask again; `blocked` says it is the service that wants it so.
 * `refused`: this hour has seen too many repetitions.
 */
export type Admission =
  | { isProbe: boolean; wait_until?: never; retriesExhausted?: never }
  | { wait_until: number; blocked: boolean; retriesExhausted?: never }
  | { retriesExhausted: true; wait_until?: never }

/** The hour of one key. Times are milliseconds since 1970. */
export interface RateLimitStore {
  /** Enters a request before it is sent, unless something stands in its way. */
  admit: (now: number, request: { repeated: boolean }) => Admission
  /** The service takes nothing until then. */
  blockUntil: (until: number) => void
  /** A request on trial was taken: a new hour has begun. */
  confirmProbe: (now: number) => void
  /** The request entered at that moment never left: it costs nothing. */
  refund: (at: number) => void
  readQuota: (now: number) => Quota
}

/** What was read of a workspace, kept for a later command. The texts are the keeper's own. */
export interface WorkspaceCache {
  read: (kind: string) => string | undefined
  write: (kind: string, text: string) => void
  forget: (kind: string) => void
}

/** How many requests a key may make in an hour. */ // the API document
export const hourlyRequestLimit = 200

/** The hour of a key nobody here has used. */
export const unusedQuota: Quota = {
  limit: hourlyRequestLimit,
  used: 0,
  left: hourlyRequestLimit,
  resets_at: null,
  blocked_until: null,
}
