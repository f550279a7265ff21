/** Compares the words of two texts: how many words of the shorter text occur in the longer one. */

import { toNameKey } from '../../contract/normalize-name.ts'

/** Numbers in bank texts are terminals, dates and card numbers and say nothing about the shop. */
const WORD = /[\p{L}\p{M}]{3,}|[぀-鿿]{2,}/gu

/** Returns the words of texts as keys, each once. */
export const splitWords = (texts: readonly (string | null)[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => (text === null ? [] : (toNameKey(text).match(WORD) ?? [])))),
]

/** From this length on, a word that begins another one is the same word, which the bank has cut off. */
const MIN_PREFIX = 3
/** From this length on, one wrong letter is a slip. */
const MIN_FUZZY_LENGTH = 5

/** True if two words are equal, one is cut off, or one letter differs in a long word. */
export function areSameWords(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length >= MIN_PREFIX && long.startsWith(short)) return true
  return short.length >= MIN_FUZZY_LENGTH && differsByOneLetter(short, long)
}

/** True if one insertion, one deletion, one replacement or one swap of neighbours makes the words equal. */
export function differsByOneLetter(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  const swapped = (short[at + 1] ?? '') + (short[at] ?? '') + short.slice(at + 2)
  return swapped === long.slice(at)
}

/** Returns which part of the shorter text's words occurs in the other one, from 0 to 1; undefined without words. */
export function compareWords(a: readonly string[], b: readonly string[]): number | undefined {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  if (few.length === 0) return undefined
  return few.filter((word) => many.some((other) => areSameWords(word, other))).length / few.length
}
