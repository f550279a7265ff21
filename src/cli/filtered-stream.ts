/** Wraps a stream so that what is written to it goes through a change first. */

import type { Stream } from '../command/runtime.ts'

/** How a stream says texts and status lines. */
type Said = Pick<Stream, 'write' | 'status'>

/** The same terminal, or pipe, with other words; what it knows of itself it still finds out when it is asked. */
export const filteredStream = (stream: Stream, said: Said): Stream => ({
  get isTTY() {
    return stream.isTTY
  },
  get columns() {
    return stream.columns
  },
  get rows() {
    return stream.rows
  },
  ...said,
})
