/** Limits failed sign-ins, all devices together: a code is short enough to be guessed. @see docs/page.md#sign-in */

import { ApiError } from '../contract/errors.ts'

const MOST = 10
const MILLISECONDS = 60_000

/** Counts failed sign-ins. */
export interface FailedSignIns {
  /** @throws ApiError rate_limit_exceeded while codes are not looked at */
  assertFew(): void
  count(): void
}

/** Returns a counter. @param elapsed milliseconds of a clock that is never set */
export function createFailedSignIns(elapsed: () => number): FailedSignIns {
  let times: number[] = []
  return {
    assertFew() {
      const time = elapsed()
      times = times.filter((one) => time - one < MILLISECONDS)
      const [oldest = time] = times
      if (times.length < MOST) return
      const wait = Math.ceil((oldest + MILLISECONDS - time) / 1000)
      throw new ApiError(
        'rate_limit_exceeded',
        `Too many sign-ins failed. Wait ${wait} seconds, then try again`,
        wait,
      )
    },
    count() {
      if (times.length < MOST) times.push(elapsed())
    },
  }
}
