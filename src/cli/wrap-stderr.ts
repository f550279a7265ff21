/** Wraps lines on stderr at the width of the terminal. @see docs/cli.md#words */

import type { OutputStream, Runtime } from '../command/runtime.ts'
import { wrapForTerminal } from '../output/wrap-text.ts'

/** Returns the same runtime, except that no line on stderr is wider than the terminal. */
export function withWrappedStderr(runtime: Runtime): Runtime {
  const { stderr } = runtime
  const wrapped = transformStream(stderr, {
    write: (text) => stderr.write(stderr.isTTY ? wrapForTerminal(text, stderr.columns) : text),
    status: (text) => stderr.status(text),
  })
  return { ...runtime, stderr: wrapped }
}

/** Returns a stream that writes through `writers`. Terminal width and height are read each time, because they change. */
export const transformStream = (
  stream: OutputStream,
  writers: Pick<OutputStream, 'write' | 'status'>,
): OutputStream => ({
  get isTTY() {
    return stream.isTTY
  },
  get columns() {
    return stream.columns
  },
  get rows() {
    return stream.rows
  },
  ...writers,
})
