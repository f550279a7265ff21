/** Tests Retry-After and the waits between attempts. */

import { expect, test } from 'vitest'
import { parseRetryAfter, waitUntil } from '../../../src/remote/http/backoff.ts'

const now = Date.UTC(2026, 10, 20, 12)

test.each([
  ['120', 120],
  ['0', 0],
  ['999999999', 999_999_999],
  [String(now / 1000 + 90), 90],
  ['Fri, 20 Nov 2026 12:02:00 GMT', 120],
  ['Friday, 20-Nov-26 12:02:00 GMT', 120],
  ['Fri Nov 20 12:02:00 2026', 120],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
])('Retry-After %j asks for %d seconds', (header, seconds) => {
  expect(parseRetryAfter(header, now)).toBe(seconds)
})

test.each(['abc', '-5', '1.5', '1e3', '', ' ', '10000000000000', 'Fri, 99 Nov 2026 12:02:00 GMT', undefined])(
  'Retry-After %j asks for nothing that can be read',
  (header) => {
    expect(parseRetryAfter(header, now)).toBeUndefined()
  },
)

test('a wait ends by the wall clock, so that a suspended machine does not wait on', async () => {
  let time = 0
  const pauses: number[] = []
  const wait = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds)
    time += pauses.length === 2 ? 3_600_000 : milliseconds
  }
  await waitUntil(600_000, { now: () => time, wait, random: () => 0 })
  expect(pauses).toEqual([1000, 1000])
})
