import type { Method } from '../contract/operation.ts'

/** What a client tells about its work; never holds a key. */
export type ClientEvent =
  | { event: 'request'; method: Method; path: string; status: number | undefined; ms: number }
  | { event: 'retry'; attempt: number; because: string }
  | { event: 'wait'; seconds: number; until: number }
