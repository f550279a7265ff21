import type { Method } from '../contract/operation.ts'

/** What a client tells about its work; never holds a key. */
export type ClientEvent =
  | { event: 'request'; method: Method; path: string; status: number | undefined; ms: number }
  | { event: 'retry'; attempt: number; because: string }
  | { event: 'settling'; because: string }
  | { event: 'wait'; seconds: number; until: number }
  | { event: 'waiting'; until: number; left_seconds: number }
  | { event: 'waited' }

/** Who listens: to waits, and to everything in words. */
export interface Listener {
  waiting?: (wait: { until: number; left_seconds: number } | { over: true }) => void
  trace?: (text: string) => void
  note?: (event: ClientEvent) => void
}

/** Passes an event on to whoever listens. */
export const tellerOf =
  ({ waiting, trace, note }: Listener) =>
  (event: ClientEvent): void => {
    note?.(event)
    if (event.event === 'waiting') waiting?.(event)
    else if (event.event === 'waited') waiting?.({ over: true })
    else trace?.(wordsOf(event))
  }

function wordsOf(event: Exclude<ClientEvent, { event: 'waiting' | 'waited' }>): string {
  switch (event.event) {
    case 'request':
      return `${event.method} ${event.path} → ${event.status ?? 'no answer'}, ${event.ms} ms`
    case 'retry':
      return `Attempt ${event.attempt}: ${event.because}`
    case 'settling':
      return `Looking whether it happened: ${event.because}`
    case 'wait':
      return `Waiting ${event.seconds} s for the rate limit`
  }
}
