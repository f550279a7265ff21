/** How a service elsewhere is asked, by the global flags; and what is said while it takes nothing. */ // reliability.md §2.6

import { oneLine } from '../render/safe.ts'
import type { Globals } from './globals.ts'
import type { Manners, Stream, Surroundings, Waiting } from './surroundings.ts'

const SHORT_WAIT = 60
const LONG_WAIT = 65 * 60

/** The manners of one invocation; long work waits for the next hour, anything else for a minute. */
export function mannersOf(
  { stderr, env }: Pick<Surroundings, 'stderr' | 'env'>,
  globals: Globals,
  isLongWork = false,
): Manners {
  const isTraced = globals.debug || Boolean(env['BUDGET_DEBUG'])
  return {
    max_wait_seconds: globals.maxWait ?? (isLongWork ? LONG_WAIT : SHORT_WAIT),
    max_requests: globals.maxRequests,
    waiting: globals.quiet ? () => undefined : waitingOn(stderr),
    trace: (text) => {
      if (isTraced) stderr.write(`${oneLine(text)}\n`)
    },
  }
}

/** On a terminal one line that is written over; elsewhere a line when a wait begins and one when it ends. */
function waitingOn(stream: Stream): (wait: Waiting) => void {
  let isWaiting = false
  return (wait) => {
    if ('over' in wait) {
      if (isWaiting) stream.write(stream.isTTY ? '\r\u001b[K' : 'Rate limit: going on\n')
      isWaiting = false
      return
    }
    const text = `Rate limit: going on at ${timeOfDay(wait.until)} (${span(wait.left_seconds)} left); Ctrl-C stops safely`
    if (stream.isTTY) stream.write(`\r\u001b[K${text}`)
    else if (!isWaiting) stream.write(`${text}\n`)
    isWaiting = true
  }
}

const two = (number: number): string => String(number).padStart(2, '0')

const timeOfDay = (instant: number): string => {
  const time = new Date(instant)
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')
}

const span = (seconds: number): string => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
