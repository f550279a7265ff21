/** Words that show whether the encoding of a file is right. */ // import.md §2

import type { Source } from './source.ts'

/** Up to three words beyond ASCII from the beginning of a file. */
export function wordsBeyondAscii({ blocks }: Source): string[] {
  const found = new Set<string>()
  for (const { at, text } of blocks()) {
    if (at > WORDS_WITHIN) break
    for (const [word] of text.matchAll(/[\p{L}\p{M}]*[^\x00-\x7f\s][\p{L}\p{M}]*/gu)) {
      found.add(word)
      if (found.size === 3) return [...found]
    }
  }
  return [...found]
}

const WORDS_WITHIN = 200_000
