/** Formats when something happened, in local time: `2 min ago`, `today 09:12`, `yesterday`, a date. */

const MINUTE = 60_000
const MINUTES_PER_HOUR = 60

const padTwoDigits = (number: number): string => String(number).padStart(2, '0')

const toLocalDate = (date: Date): string =>
  `${date.getFullYear()}-${padTwoDigits(date.getMonth() + 1)}-${padTwoDigits(date.getDate())}`

const toLocalTime = (date: Date): string =>
  `${padTwoDigits(date.getHours())}:${padTwoDigits(date.getMinutes())}`

/** Formats a timestamp as local date and time: `2026-11-20 09:12`. */
export function formatLocalTime(timestamp: string): string {
  const date = new Date(timestamp)
  return `${toLocalDate(date)} ${toLocalTime(date)}`
}

/**
 * Formats a timestamp relative to `now`, in milliseconds since 1970. A time ahead of the clock is shown by its date.
 */
export function formatRelativeTime(timestamp: string, now: number): string {
  const date = new Date(timestamp)
  const minutes = Math.floor((now - date.getTime()) / MINUTE)
  if (minutes === 0) return 'just now'
  if (minutes > 0 && minutes < MINUTES_PER_HOUR) return `${minutes} min ago`
  const today = new Date(now)
  if (toLocalDate(date) === toLocalDate(today)) return `today ${toLocalTime(date)}`
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  return toLocalDate(date) === toLocalDate(yesterday) ? 'yesterday' : toLocalDate(date)
}
