/** Folds what is said on a terminal at its width, whoever says it. */ // cli.md §1 Words

import { folded } from '../render/fold.ts'
import type { Stream, Surroundings } from './surroundings.ts'

/** The same surroundings, except that no line on stderr is wider than the terminal. */
export function foldingLines(surroundings: Surroundings): Surroundings {
  const { stderr } = surroundings
  const narrow: Stream = {
    get isTTY() {
      return stderr.isTTY
    },
    get columns() {
      return stderr.columns
    },
    get rows() {
      return stderr.rows
    },
    write: (text) => stderr.write(stderr.isTTY ? folded(text, stderr.columns) : text),
    status: (text) => stderr.status(text),
  }
  return { ...surroundings, stderr: narrow }
}
