/** Spans of time, as they are typed. */

import { UserError } from '../contract/errors.ts'

const SECONDS_PER_UNIT: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }

/** The seconds of `90s`, `10m`, `1h`, `1h30m`; a bare number is seconds. */
export function parseDuration(text: string): number {
  const parts = [...text.matchAll(/(\d{1,6})([smh])/g)]
  const seconds = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (SECONDS_PER_UNIT[unit ?? ''] ?? 0),
    0,
  )
  if (/^\d{1,6}$/.test(text)) return Number(text)
  if (text !== '' && parts.map(([part]) => part).join('') === text) return seconds
  throw new UserError('value', `"${text}" is not a span of time`, { hint: 'Write 90s, 10m or 1h30m' })
}
