/** Counts and finds the subsets of amounts that have a given sum: all of them up to 40, by meeting in the middle. */

import type { MinorUnits } from '../../money/minor-units.ts'

/** Up to so many amounts every subset is counted. */
export const MAX_COUNTED_AMOUNTS = 40

/** Subsets with a given sum. */
export interface SubsetSums {
  /** How many subsets have the sum; at least so many if the search ended early. */
  ways: number
  /** False if the search ended early. */
  is_complete: boolean
  /** The smallest subsets that were found, as indexes of the amounts. */
  subsets: number[][]
}

interface SubsetQuery {
  target: MinorUnits
  /** How many subsets are returned. */
  limit: number
}

/** The sums of all subsets of one half, rising, with the members of each as bits. */
interface HalfSums {
  sums: BigInt64Array
  members: Uint32Array
}

/**
 * Counts all subsets with the target sum, of at most `MAX_COUNTED_AMOUNTS` amounts; the empty one is none.
 * @throws RangeError for more amounts
 */
export function countSubsetSums(amounts: readonly MinorUnits[], { target, limit }: SubsetQuery): SubsetSums {
  if (amounts.length > MAX_COUNTED_AMOUNTS) throw new RangeError(`${amounts.length} amounts are too many`)
  const middle = amounts.length >> 1
  const left = listSums(amounts.slice(0, middle))
  const right = listSums(amounts.slice(middle))
  const found: Subset[] = []
  const ways = joinHalves(left, right, target, (low, high) =>
    keepSmallest(found, limit, { low, high, size: countBits(low) + countBits(high) }),
  )
  const isEmptyCounted = target === 0n
  const subsets = found
    .filter(({ size }) => size > 0)
    .slice(0, limit)
    .map(({ low, high }) => [...listBits(low, 0), ...listBits(high, middle)])
  return { ways: ways - Number(isEmptyCounted), is_complete: true, subsets }
}

interface Subset {
  low: number
  high: number
  size: number
}

/** Each amount merges two rising lists: the sums without it and those with it. */
function listSums(amounts: readonly MinorUnits[]): HalfSums {
  let sums = new BigInt64Array(1)
  let members = new Uint32Array(1)
  for (const [at, amount] of amounts.entries()) {
    const bit = 2 ** at
    const size = sums.length
    const nextSums = new BigInt64Array(size * 2)
    const nextMembers = new Uint32Array(size * 2)
    let without = 0
    let including = 0
    for (let next = 0; next < size * 2; next++) {
      const plain = sums[without] ?? 0n
      const added = (sums[including] ?? 0n) + amount
      if (including >= size || (without < size && plain <= added)) {
        nextSums[next] = plain
        nextMembers[next] = members[without++] ?? 0
      } else {
        nextSums[next] = added
        nextMembers[next] = (members[including++] ?? 0) + bit
      }
    }
    sums = nextSums
    members = nextMembers
  }
  return { sums, members }
}

/** How many pairs of one sum are looked at for the smallest subsets; all are counted. */
const MAX_COMPARED = 4096

/** Counts the pairs of both halves with the target sum, and shows some of them. */
function joinHalves(
  left: HalfSums,
  right: HalfSums,
  target: MinorUnits,
  show: (low: number, high: number) => void,
): number {
  let ways = 0
  let low = 0
  let high = right.sums.length - 1
  while (low < left.sums.length && high >= 0) {
    const lowSum = left.sums[low] ?? 0n
    const highSum = right.sums[high] ?? 0n
    const sum = lowSum + highSum
    if (sum < target) low += 1
    else if (sum > target) high -= 1
    else {
      const lowEnd = findRunEnd(left.sums, low, 1)
      const highEnd = findRunEnd(right.sums, high, -1)
      ways += (lowEnd - low) * (high - highEnd)
      let compared = 0
      for (let i = low; i < lowEnd && compared < MAX_COMPARED; i++)
        for (let j = high; j > highEnd && compared < MAX_COMPARED; j--, compared++)
          show(left.members[i] ?? 0, right.members[j] ?? 0)
      low = lowEnd
      high = highEnd
    }
  }
  return ways
}

/** Returns the index after the last of equal sums. */
function findRunEnd(sums: BigInt64Array, start: number, step: 1 | -1): number {
  const sum = sums[start]
  let end = start + step
  while (end >= 0 && end < sums.length && sums[end] === sum) end += step
  return end
}

/** Keeps one more than the limit: the empty subset is removed later. */
function keepSmallest(found: Subset[], limit: number, subset: Subset): void {
  const last = found.at(-1)
  if (found.length > limit && last && last.size <= subset.size) return
  const at = found.findIndex(({ size }) => size > subset.size)
  found.splice(at < 0 ? found.length : at, 0, subset)
  if (found.length > limit + 1) found.pop()
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2
  return count
}

function listBits(bits: number, offset: number): number[] {
  const set: number[] = []
  for (let at = 0, rest = bits; rest > 0; at++, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) set.push(offset + at)
  return set
}
