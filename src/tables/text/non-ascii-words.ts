/**
 * Finds words with non-ASCII letters, which show the user whether the encoding is right.
 * @see docs/import.md#2-decode-and-read
 */

import { type TextSource } from './text-source.ts'

/** Returns up to three words with non-ASCII letters from the beginning of a file. */
export function sampleNonAsciiWords({ blocks }: TextSource): string[] {
  const found = new Set<string>()
  for (const { at, text } of blocks()) {
    if (at > MAX_SEARCHED_BYTES) break
    if (!NON_ASCII.test(text)) continue
    // Letter runs are matched first: a pattern for words with a non-ASCII letter would retry every letter of
    // a long run.
    for (const [word] of text.matchAll(/(?:[a-z]|[^\x00-\x7f\s])+/giu)) {
      if (!NON_ASCII.test(word)) continue
      found.add(word)
      if (found.size === 3) return [...found]
    }
  }
  return [...found]
}

const NON_ASCII = /[^\x00-\x7f]/
const MAX_SEARCHED_BYTES = 200_000
