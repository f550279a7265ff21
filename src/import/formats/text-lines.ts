/** The lines of a text whose line ends are all `\n`, with their places. */

import type { TextRange } from './statement-format.ts'

export interface TextLine {
  at: number
  line: number
  text: string
}

/** The lines of a part of a text. */
export function* readTextLines(text: string, { at, line, end }: TextRange): Generator<TextLine> {
  let number = line
  for (let start = at; start < end; number++) {
    const feed = text.indexOf('\n', start)
    const stop = feed < 0 || feed > end ? end : feed
    yield { at: start, line: number, text: text.slice(start, stop) }
    start = stop + 1
  }
}

/** Tells the line of one place after another; the places must rise. */
export function createLineCounter(
  text: string,
  { at, line }: Pick<TextRange, 'at' | 'line'>,
): (place: number) => number {
  let number = line
  let feed = text.indexOf('\n', at)
  return (place) => {
    while (feed >= 0 && feed < place) {
      number += 1
      feed = text.indexOf('\n', feed + 1)
    }
    return number
  }
}
