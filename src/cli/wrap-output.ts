/** Folds what is said on a terminal at its width, whoever says it. */ // cli.md §1 Words

import type { Surroundings } from '../command/runtime.ts'
import { folded } from '../render/wrap-text.ts'
import { filteredStream } from './filtered-stream.ts'

/** The same surroundings, except that no line on stderr is wider than the terminal. */
export function foldingLines(surroundings: Surroundings): Surroundings {
  const { stderr } = surroundings
  const narrow = filteredStream(stderr, {
    write: (text) => stderr.write(stderr.isTTY ? folded(text, stderr.columns) : text),
    status: (text) => stderr.status(text),
  })
  return { ...surroundings, stderr: narrow }
}
