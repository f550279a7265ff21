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

/** Returns how many letters have to change so that the text occurs in the name, ends of words or not. */
function distanceWithin(text: string, name: string): number {
  // The first row is zero everywhere: the occurrence may begin at any letter. It may also end at any letter.
  let row = new Uint16Array(name.length + 1)
  let next = new Uint16Array(name.length + 1)
  for (let i = 1; i <= text.length; i++) {
    next[0] = i
    for (let j = 1; j <= name.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (text[i - 1] === name[j - 1] ? 0 : 1)
      next[j] = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    ;[row, next] = [next, row]
  }
  return row.reduce((least, distance) => Math.min(least, distance), text.length)
}

/** How far a name is from a text: first by the part of it that comes closest, then by what is left of it. */
interface NameDistance {
  within: number
  otherLetters: number
}

const measureDistance = (key: string, name: string): NameDistance => {
  const other = toNameKey(name)
  return {
    within: other.includes(key) ? 0 : distanceWithin(key, other),
    otherLetters: Math.abs(other.length - key.length),
  }
}

const compareDistance = (a: NameDistance, b: NameDistance): number =>
  a.within - b.within || a.otherLetters - b.otherLetters

/** A shorter text occurs with few changes in any name. */
const MIN_LENGTH_WITHIN = 4

/** Returns the most similar word; undefined when none is similar enough for a suggestion. */
export function closestMatch(typed: string, words: readonly string[]): string | undefined {
  const key = toNameKey(typed)
  const maxDistance = Math.max(1, Math.floor(key.length / 3))
  const ranked = words
    .map((word) => ({ word, distance: editDistance(key, toNameKey(word)) }))
    .filter(({ distance }) => distance <= maxDistance)
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.word
}

/** Returns the name that is most similar, or that a part of is; undefined when none is similar enough. */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  const whole = closestMatch(typed, names)
  const key = toNameKey(typed)
  if (whole !== undefined || key.length < MIN_LENGTH_WITHIN) return whole
  const [best] = rankBySimilarity(typed, names, (name) => name)
  const isSimilar = best !== undefined && measureDistance(key, best).within <= Math.floor(key.length / 4)
  return isSimilar ? best : undefined
}

/** Sorts entities by how similar their names, or parts of their names, are to the text; the most similar first. */
export function rankBySimilarity<Thing>(
  typed: string,
  entities: readonly Thing[],
  getName: (entity: Thing) => string,
): Thing[] {
  const key = toNameKey(typed)
  return entities
    .map((entity) => ({ entity, distance: measureDistance(key, getName(entity)) }))
    .toSorted((a, b) => compareDistance(a.distance, b.distance))
    .map(({ entity }) => entity)
}
