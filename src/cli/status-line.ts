/** The line at the end of a terminal that says how far things are. */

import type { OutputStream } from '../command/runtime.ts'
import { sanitizeLine } from '../render/sanitize.ts'

const ERASE_LINE = '\r\u001b[K'

/** Gives a stream such a line: it is written over, and whatever else is said takes its place. */
export function withStatusLine(stream: Omit<OutputStream, 'status'>): OutputStream {
  const { write } = stream
  let isShown = false
  // Assigned, not spread: what the stream knows of its terminal it finds out when it is asked.
  return Object.assign(stream, {
    write(text: string) {
      const wiped = isShown ? ERASE_LINE : ''
      isShown = false
      return write(wiped + text)
    },
    status(text: string) {
      if (!stream.isTTY || (text === '' && !isShown)) return
      isShown = text !== ''
      // A line that wraps could not be wiped.
      write(ERASE_LINE + sanitizeLine(text).slice(0, stream.columns - 1))
    },
  })
}
