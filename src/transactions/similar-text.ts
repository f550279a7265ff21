/** Compares the texts of two transactions, as a bank and a user write them. */

import { toNameKey } from '../contract/normalize-name.ts'

/**
 * True if two texts name the same shop: all words of the shorter one occur in the longer one, or most words
 * occur in both.
 */
export function isSimilarText(a: string, b: string): boolean {
  const left = splitWords(a)
  const right = splitWords(b)
  const shared = [...left].filter((word) => right.has(word)).length
  const fewer = Math.min(left.size, right.size)
  if (fewer === 0 || shared === 0) return false
  return shared === fewer || shared / (left.size + right.size - shared) >= 0.5
}

// Banks write TRADER JOES.
/** Apostrophes, which banks leave out. */
export const APOSTROPHES = /['’]/g
// Numbers in bank texts are terminals, dates and card numbers and say nothing about the shop.
const splitWords = (text: string): Set<string> =>
  new Set(
    toNameKey(text)
      .replace(APOSTROPHES, '')
      .match(/[\p{L}\p{M}]{3,}|[\u3040-\u9fff]{2,}/gu) ?? [],
  )
