/**
 * Computes how long to wait before a request is repeated, and waits.
 * @see docs/http-client.md#retries
 * @see docs/http-client.md#wait-or-fail
 */

/** The clock, the timer and the random numbers, passed in so that tests need not wait. */
export interface Timing {
  /** Milliseconds since 1970. */
  now: () => number
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to below 1. */
  random: () => number
}

/** A longer Retry-After is not believed. @see docs/http-client.md#row-23 */
export const MAX_WAIT_SECONDS = 3700
const FIRST_WAIT_SECONDS = 60
const FIRST_BACKOFF_MILLISECONDS = 500
// HTTP's three date formats; the last one has no zone, which is GMT.
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}( GMT| \d{4})$/

/**
 * Returns the seconds of a Retry-After: a number, a date or a Unix time; undefined for any other text.
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

/** Returns the seconds to wait without a Retry-After, doubled each time. @see docs/spec.md#r5 */
export const getDefaultWait = (waits: number): number => FIRST_WAIT_SECONDS * 2 ** waits

/**
 * Waits until a moment of the wall clock, so that time in which the machine was suspended counts.
 * @see docs/http-client.md#row-52
 */
export async function waitUntil(
  until: number,
  { now, wait }: Timing,
  { tick, signal }: { tick?: (left_seconds: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  for (let remaining = until - now(); remaining > 0; remaining = until - now()) {
    tick?.(Math.ceil(remaining / 1000))
    await wait(Math.min(1000, remaining), signal)
  }
}

/**
 * Waits before attempt number `attempt + 1`: a random time of up to twice the previous limit. The number of attempts
 * bounds it.
 * @see docs/http-client.md#retries
 */
export async function backOff(
  attempt: number,
  { wait, random }: Timing,
  signal?: AbortSignal,
): Promise<void> {
  await wait(random() * FIRST_BACKOFF_MILLISECONDS * 2 ** (attempt - 1), signal)
}
