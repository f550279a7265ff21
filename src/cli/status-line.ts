/** The line at the end of a terminal that says how far things are. */

import type { Stream } from '../command/runtime.ts'
import { oneLine } from '../render/sanitize.ts'

const WIPED = '\r\u001b[K'

/** Gives a stream such a line: it is written over, and whatever else is said takes its place. */
export function withStatus(stream: Omit<Stream, 'status'>): Stream {
  const { write } = stream
  let isShown = false
  // Assigned, not spread: what the stream knows of its terminal it finds out when it is asked.
  return Object.assign(stream, {
    write(text: string) {
      const wiped = isShown ? WIPED : ''
      isShown = false
      return write(wiped + text)
    },
    status(text: string) {
      if (!stream.isTTY || (text === '' && !isShown)) return
      isShown = text !== ''
      // A line that wraps could not be wiped.
      write(WIPED + oneLine(text).slice(0, stream.columns - 1))
    },
  })
}
