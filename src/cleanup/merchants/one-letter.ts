/** Finds words that differ by one letter without comparing all of them with each other. */

import { differsByOneLetter } from '../../tables/words/word-likeness.ts'

/** Returns the word and the word without each one of its letters: words one letter apart share one of them. */
export function listOneLetterKeys(word: string): string[] {
  const keys = [word]
  for (let at = 0; at < word.length; at++) keys.push(word.slice(0, at) + word.slice(at + 1))
  return [...new Set(keys)]
}

/** True if the words differ by one letter that is not the first: initials tell people apart. */
export function areOneLetterApart(a: string, b: string): boolean {
  if (a === b || a[0] !== b[0]) return false
  return a.length <= b.length ? differsByOneLetter(a, b) : differsByOneLetter(b, a)
}
