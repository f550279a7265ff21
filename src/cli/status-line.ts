/** Adds a status line to a stream: one line at the end of the terminal that shows progress. */

import type { OutputStream } from '../command/runtime.ts'
import { sanitizeLine } from '../output/sanitize.ts'

const ERASE_LINE = '\r\u001b[K'

/** Returns the stream with a status line, which the next output replaces. */
export function withStatusLine(stream: Omit<OutputStream, 'status'>): OutputStream {
  const { write } = stream
  let isShown = false
  // Assigned, not spread, because a spread would freeze the getters for width and height.
  return Object.assign(stream, {
    write(text: string) {
      const wiped = isShown ? ERASE_LINE : ''
      isShown = false
      return write(wiped + text)
    },
    status(text: string) {
      if (!stream.isTTY || (text === '' && !isShown)) return
      isShown = text !== ''
      // A wrapped line could not be erased.
      write(ERASE_LINE + sanitizeLine(text).slice(0, stream.columns - 1))
    },
  })
}
