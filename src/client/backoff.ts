/**
 * How long to wait before a request is made again, and the waiting itself.
 * @see docs/http-client.md#retries
 * @see docs/http-client.md#wait-or-fail
 */

/** The clock, the pause and the dice; handed in, so that a test need not wait. */
export interface Timing {
  /** Milliseconds since 1970. */
  now: () => number
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** At least 0, below 1. */
  random: () => number
}

/** The longest Retry-After that is believed. @see docs/http-client.md#row-23 */
export const MAX_WAIT_SECONDS = 3700
const FIRST_WAIT_SECONDS = 60
const MAX_BACKOFF_MILLISECONDS = 8000
const FIRST_BACKOFF_MILLISECONDS = 500
// HTTP's three forms of a date; the last one does not name its zone, which is GMT.
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}( GMT| \d{4})$/

/**
 * The seconds a Retry-After asks for: a number, a date, or a time since 1970; undefined when it cannot be read.
 * @see docs/http-client.md#row-20
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  if (/^\d{10}$/.test(text)) return secondsUntil(Number(text) * 1000, now)
  if (!HTTP_DATE.test(text)) return undefined
  const instant = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(instant) ? undefined : secondsUntil(instant, now)
}

const secondsUntil = (instant: number, now: number): number => Math.max(0, Math.ceil((instant - now) / 1000))

/** The seconds to wait when the service does not say: doubled each time. @see docs/spec.md#r5 */
export const getDefaultWait = (times: number): number => FIRST_WAIT_SECONDS * 2 ** times

/**
 * Waits until a moment on the wall clock; a suspended machine wakes up to the right time.
 * @see docs/http-client.md#row-52
 */
export async function waitUntil(
  until: number,
  { now, wait }: Timing,
  { tick, signal }: { tick?: (left_seconds: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  for (let left = until - now(); left > 0; left = until - now()) {
    tick?.(Math.ceil(left / 1000))
    await wait(Math.min(1000, left), signal)
  }
}

/** Waits a moment before attempt number `attempt + 1`: anything up to twice as long as last time. */
export async function backOff(
  attempt: number,
  { wait, random }: Timing,
  signal?: AbortSignal,
): Promise<void> {
  await wait(
    random() * Math.min(MAX_BACKOFF_MILLISECONDS, FIRST_BACKOFF_MILLISECONDS * 2 ** (attempt - 1)),
    signal,
  )
}
