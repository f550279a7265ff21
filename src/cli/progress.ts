/** How long work goes on, and what it waits for, told on stderr. */ // reliability.md §2.6

import type { Step } from '../command/define.ts'
import type { Priced, Stream, Waiting } from '../command/runtime.ts'
import { jsonLine } from '../render/json.ts'
import type { Globals } from './global-flags.ts'

/** How many seconds a command waits at most when nobody said: anything, and long work. */
export const SHORT_WAIT = 60
export const LONG_WAIT = 65 * 60

/** What is told while a command runs. */
export interface Teller {
  step(step: Step): void
  waiting(wait: Waiting): void
  priced(price: Priced): void
}

const silent = (): void => undefined

/** Tells a person, or with `--progress json` a program; nobody with `--quiet`. */
export function tellerOn(stream: Stream, { quiet, progress, maxWait }: Globals): Teller {
  if (quiet) return { step: silent, waiting: silent, priced: silent }
  return progress === 'json' ? tellingProgram(stream) : tellingPerson(stream, maxWait)
}

/** On a terminal a line that is written over; elsewhere a line when a wait begins and one when it ends. */
function tellingPerson(stream: Stream, maxWait: number | undefined): Teller {
  let isWaiting = false
  return {
    step: ({ done, of, what }) => stream.status(done < of ? `${done} of ${of} ${what}` : ''),
    waiting(wait) {
      const isOver = 'over' in wait
      if (stream.isTTY) stream.status(isOver ? '' : waitLine(wait))
      else if (isOver && isWaiting) stream.write('Rate limit: going on\n')
      else if (!isOver && !isWaiting) stream.write(`${waitLine(wait)}; ${limitWords(wait, maxWait)}\n`)
      isWaiting = !isOver
    },
    priced: ({ needed, left, pause_seconds }) =>
      void stream.write(
        `Needs ${needed} requests, about ${left} left this hour; will pause about ${Math.round(pause_seconds / 60)} min\n`,
      ),
  }
}

/** One JSON object a line; of a wait only that it begins and that it is over. */
function tellingProgram(stream: Stream): Teller {
  let isWaiting = false
  const tell = (event: string, facts: object): void => void stream.write(`${jsonLine({ event, ...facts })}\n`)
  return {
    step: (step) => tell('progress', step),
    waiting(wait) {
      const isOver = 'over' in wait
      if (isOver && isWaiting) tell('waited', {})
      if (!isOver && !isWaiting)
        tell('wait', { until: new Date(wait.until).toISOString(), left_seconds: wait.left_seconds })
      isWaiting = !isOver
    },
    priced: (price) => tell('price', price),
  }
}

const waitLine = ({ until, left_seconds }: Exclude<Waiting, { over: true }>): string =>
  `Rate limit: going on at ${timeOfDay(until)} (${span(left_seconds)} left); Ctrl-C stops safely`

/** A wait longer than this is long work's, which waits for the next hour. */
const SHORT = 70

/** How long a command waits at most, and what changes that. */
const limitWords = ({ left_seconds }: { left_seconds: number }, maxWait: number | undefined): string => {
  const most = maxWait ?? (left_seconds > SHORT ? LONG_WAIT : SHORT_WAIT)
  return `it waits ${Math.ceil(most / 60)} min at most, which --max-wait and --no-wait change`
}

const two = (number: number): string => String(number).padStart(2, '0')

const timeOfDay = (instant: number): string => {
  const time = new Date(instant)
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')
}

const span = (seconds: number): string => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
