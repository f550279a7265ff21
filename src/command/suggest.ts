/** Finds the words that are most similar to what the user typed. */

import { toNameKey } from '../contract/normalize-name.ts'

/**
 * Returns how many letters have to be added, removed, replaced or swapped to turn one word into the other.
 */
function editDistance(from: string, to: string): number {
  let previousRow: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      let best = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (swapped) best = Math.min(best, (previousRow[j - 2] ?? 0) + 1)
      next.push(best)
    }
    previousRow = row
    row = next
  }
  return row[to.length] ?? 0
}

/** Returns the most similar word; undefined when none is similar enough for a suggestion. */
export function closestMatch(typed: string, words: readonly string[]): string | undefined {
  const key = toNameKey(typed)
  const maxDistance = Math.max(1, Math.floor(key.length / 3))
  const ranked = words
    .map((word) => ({ word, off: editDistance(key, toNameKey(word)) }))
    .filter(({ off: letterDistance }) => letterDistance <= maxDistance)
    .toSorted((a, b) => a.off - b.off)
  return ranked[0]?.word
}

/** Sorts entities by how similar their names are to the text, most similar first. */
export function rankBySimilarity<Thing>(
  typed: string,
  entities: readonly Thing[],
  getName: (entity: Thing) => string,
): Thing[] {
  const key = toNameKey(typed)
  return entities
    .map((entity) => ({ thing: entity, off: editDistance(key, toNameKey(getName(entity))) }))
    .toSorted((a, b) => a.off - b.off)
    .map(({ thing: entity }) => entity)
}
