/** Splits a text with `\n` line endings into lines with their offsets and line numbers. */

/** A part of a text, by offsets. */
export interface TextRange {
  at: number
  line: number
  end: number
}

/** A line with its offset in the text and its line number. */
export interface TextLine {
  at: number
  line: number
  text: string
}

/** Yields the lines of a text range. */
export function* readTextLines(text: string, { at, line, end }: TextRange): Generator<TextLine> {
  let number = line
  for (let start = at; start < end; number++) {
    const lineFeed = text.indexOf('\n', start)
    const stop = lineFeed < 0 || lineFeed > end ? end : lineFeed
    yield { at: start, line: number, text: text.slice(start, stop) }
    start = stop + 1
  }
}

/** Returns a function that maps increasing offsets to line numbers. */
export function createLineCounter(
  text: string,
  { at, line }: Pick<TextRange, 'at' | 'line'>,
): (place: number) => number {
  let number = line
  let lineFeed = text.indexOf('\n', at)
  return (place) => {
    while (lineFeed >= 0 && lineFeed < place) {
      number += 1
      lineFeed = text.indexOf('\n', lineFeed + 1)
    }
    return number
  }
}
