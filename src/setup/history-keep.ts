/** Parses the setting `history_keep`: for how many days the history is kept. */

import { UserError } from '../contract/errors.ts'

const DAY = 86_400_000

/**
 * Parses `400d` into days.
 * @throws UserError for any other text.
 */
export function parseHistoryKeep(text: string): number {
  const days = Number(/^(\d{1,5})d$/.exec(text)?.[1])
  if (days > 0) return days
  throw new UserError('invalid', `"${text}" is not a number of days`, {
    hint: 'Use 400d, or budget config unset history_keep to keep everything',
  })
}

/** Returns the timestamp from which on the history is kept; `now` is in milliseconds since 1970. */
export const computeKeepSince = (setting: string, now: number): string =>
  new Date(now - parseHistoryKeep(setting) * DAY).toISOString()
