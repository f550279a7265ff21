/** Wraps a stream so that what is written to it goes through a change first. */

import type { OutputStream } from '../command/runtime.ts'

/** How a stream says texts and status lines. */
type StreamWriters = Pick<OutputStream, 'write' | 'status'>

/** The same terminal, or pipe, with other words; what it knows of itself it still finds out when it is asked. */
export const transformStream = (stream: OutputStream, said: StreamWriters): OutputStream => ({
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
