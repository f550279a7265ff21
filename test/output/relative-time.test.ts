/** Tests how the history says when something happened. */

import { expect, it } from 'vitest'
import { formatRelativeTime } from '../../src/output/relative-time.ts'

const now = new Date(2026, 10, 20, 12, 0, 0).getTime()

it.each([
  [new Date(2026, 10, 20, 11, 59, 30), 'just now'],
  [new Date(2026, 10, 20, 11, 58), '2 min ago'],
  [new Date(2026, 10, 20, 11, 0, 30), '59 min ago'],
  [new Date(2026, 10, 20, 11, 0), 'today 11:00'],
  [new Date(2026, 10, 20, 0, 0), 'today 00:00'],
  [new Date(2026, 10, 19, 23, 59), 'yesterday'],
  [new Date(2026, 10, 18, 23, 59), '2026-11-18'],
  // The clock of another computer may be ahead.
  [new Date(2026, 10, 20, 12, 30), 'today 12:30'],
  [new Date(2026, 10, 21, 1, 0), '2026-11-21'],
])('%s is %s', (date, text) => {
  expect(formatRelativeTime(date.toISOString(), now)).toBe(text)
})

it('says "min ago" also shortly after midnight', () => {
  const midnight = new Date(2026, 10, 20, 0, 10).getTime()
  expect(formatRelativeTime(new Date(2026, 10, 19, 23, 55).toISOString(), midnight)).toBe('15 min ago')
})
