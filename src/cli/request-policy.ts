/** How a service elsewhere is asked, by the global flags. */ // reliability.md §2.6

import type { Manners, Surroundings } from '../command/runtime.ts'
import { oneLine } from '../render/sanitize.ts'
import type { Globals } from './global-flags.ts'
import { LONG_WAIT, SHORT_WAIT, tellerOn } from './progress.ts'

/** The manners of one invocation; long work waits for the next hour, anything else for a minute. */
export function mannersOf(
  { stderr, env }: Pick<Surroundings, 'stderr' | 'env'>,
  globals: Globals,
  isLongWork = false,
): Manners {
  const isTraced = globals.debug || Boolean(env['BUDGET_DEBUG'])
  const { waiting, priced } = tellerOn(stderr, globals)
  return {
    max_wait_seconds: globals.maxWait ?? (isLongWork ? LONG_WAIT : SHORT_WAIT),
    max_wait_of_many: globals.maxWait ?? LONG_WAIT,
    max_requests: globals.maxRequests,
    waiting,
    priced,
    trace: (text) => {
      if (isTraced) stderr.write(`${oneLine(text)}\n`)
    },
  }
}
