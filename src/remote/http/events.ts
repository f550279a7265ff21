/** Defines the events that a client emits about its requests, and passes them to its listeners. */

import type { Method } from '../../contract/operation.ts'

/** Reserved requests that exceed the rate-limit window, and for how many seconds they will pause. */
export interface RequestEstimate {
  needed: number
  left: number
  pause_seconds: number
}

/** What a client reports about its work; it never holds a key. */
export type ClientEvent =
  | { event: 'request'; method: Method; path: string; status: number | undefined; ms: number }
  | { event: 'retry'; attempt: number; because: string }
  | { event: 'recovering'; because: string }
  | { event: 'wait'; seconds: number; until: number }
  | { event: 'waiting'; until: number; left_seconds: number }
  | { event: 'waited' }
  | ({ event: 'price' } & RequestEstimate)

/** Listeners for waits, for reserved requests that exceed the window, for log lines, and for every event. */
export interface ClientListeners {
  waiting?: (wait: { until: number; left_seconds: number } | { over: true }) => void
  onEstimate?: (estimate: RequestEstimate) => void
  trace?: (text: string) => void
  onEvent?: (event: ClientEvent) => void
}

/** Returns a function that passes an event to the listeners. */
export const createEventDispatcher =
  ({ waiting, onEstimate, trace, onEvent: note }: ClientListeners) =>
  (event: ClientEvent): void => {
    note?.(event)
    if (event.event === 'waiting') waiting?.(event)
    else if (event.event === 'waited') waiting?.({ over: true })
    else if (event.event === 'price') onEstimate?.(event)
    else trace?.(formatEvent(event))
  }

function formatEvent(event: Exclude<ClientEvent, { event: 'waiting' | 'waited' | 'price' }>): string {
  switch (event.event) {
    case 'request':
      return `${event.method} ${event.path} → ${event.status ?? 'no answer'}, ${event.ms} ms`
    case 'retry':
      return `Attempt ${event.attempt}: ${event.because}`
    case 'recovering':
      return `Checking whether the change was applied: ${event.because}`
    case 'wait':
      return `Waiting ${event.seconds} s for the rate limit`
  }
}
