/** Reports progress and rate-limit waits on stderr. @see docs/http-client.md#wait-or-fail */

import type { ProgressStep } from '../command/context.ts'
import type { OutputStream, RateLimitWait, RequestEstimate } from '../command/runtime.ts'
import { formatJsonLine } from '../output/json.ts'
import type { GlobalOptions } from './global-flags.ts'

/** The default of --max-wait for most commands. */
export const DEFAULT_MAX_WAIT_SECONDS = 60
/** The default of --max-wait for commands that make many requests. */
export const LONG_WORK_MAX_WAIT_SECONDS = 65 * 60

/** Reports the progress of one invocation. */
export interface ProgressReporter {
  step(step: ProgressStep): void
  waiting(wait: RateLimitWait): void
  onEstimate(estimate: RequestEstimate): void
}

const ignoreEvent = (): void => undefined

/** Creates the reporter: text for users, JSON with --progress json, nothing with --quiet. */
export function createProgressReporter(
  stream: OutputStream,
  { quiet, progress, maxWait }: GlobalOptions,
): ProgressReporter {
  if (quiet) return { step: ignoreEvent, waiting: ignoreEvent, onEstimate: ignoreEvent }
  return progress === 'json' ? createJsonReporter(stream) : createTextReporter(stream, maxWait)
}

/** On a terminal, a status line shows the wait; in a pipe, one line when it begins and one when it ends. */
function createTextReporter(stream: OutputStream, maxWait: number | undefined): ProgressReporter {
  let isWaiting = false
  return {
    step: ({ done, of, what }) => stream.status(done < of ? `${done} of ${of} ${what}` : ''),
    waiting(wait) {
      const isOver = 'over' in wait
      if (stream.isTTY) stream.status(isOver ? '' : formatWait(wait))
      else if (isOver && isWaiting) stream.write('Rate limit: continuing\n')
      else if (!isOver && !isWaiting)
        stream.write(`${formatWait(wait)}; ${describeWaitLimit(wait, maxWait)}\n`)
      isWaiting = !isOver
    },
    onEstimate: ({ needed, left, pause_seconds }) =>
      void stream.write(
        `Requires ${needed} requests, about ${left} left this hour; will pause for about ${Math.round(pause_seconds / 60)} min\n`,
      ),
  }
}

/** Writes one JSON object per line; of a wait only its beginning and its end. */
function createJsonReporter(stream: OutputStream): ProgressReporter {
  let isWaiting = false
  const tell = (event: string, facts: object): void =>
    void stream.write(`${formatJsonLine({ event, ...facts })}\n`)
  return {
    step: (step) => tell('progress', step),
    waiting(wait) {
      const isOver = 'over' in wait
      if (isOver && isWaiting) tell('waited', {})
      if (!isOver && !isWaiting)
        tell('wait', { until: new Date(wait.until).toISOString(), left_seconds: wait.left_seconds })
      isWaiting = !isOver
    },
    onEstimate: (estimate) => tell('price', estimate),
  }
}

const formatWait = ({ until, left_seconds }: Exclude<RateLimitWait, { over: true }>): string =>
  `Rate limit: continuing at ${formatTimeOfDay(until)} (${formatMinutes(left_seconds)} left); Ctrl-C stops safely`

/** Longer waits are for the next rate-limit window, which only commands with many requests wait for. */
const SHORT_WAIT_LIMIT_SECONDS = 70

/** Tells how long the command waits at most, and which flags change that. */
const describeWaitLimit = (
  { left_seconds }: { left_seconds: number },
  maxWait: number | undefined,
): string => {
  const maxSeconds =
    maxWait ??
    (left_seconds > SHORT_WAIT_LIMIT_SECONDS ? LONG_WORK_MAX_WAIT_SECONDS : DEFAULT_MAX_WAIT_SECONDS)
  return `waits up to ${Math.ceil(maxSeconds / 60)} min; see --max-wait and --no-wait`
}

const padTwoDigits = (number: number): string => String(number).padStart(2, '0')

const formatTimeOfDay = (instant: number): string => {
  const time = new Date(instant)
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(padTwoDigits).join(':')
}

const formatMinutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${padTwoDigits(seconds % 60)}`
