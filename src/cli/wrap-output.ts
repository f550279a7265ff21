/** Folds what is said on a terminal at its width, whoever says it. @see docs/cli.md#words */

import type { Runtime } from '../command/runtime.ts'
import { wrapForTerminal } from '../render/wrap-text.ts'
import { transformStream } from './filtered-stream.ts'

/** The same surroundings, except that no line on stderr is wider than the terminal. */
export function withWrappedStderr(surroundings: Runtime): Runtime {
  const { stderr } = surroundings
  const narrow = transformStream(stderr, {
    write: (text) => stderr.write(stderr.isTTY ? wrapForTerminal(text, stderr.columns) : text),
    status: (text) => stderr.status(text),
  })
  return { ...surroundings, stderr: narrow }
}
