/** Searches subsets of many amounts for a sum until its time is over: small ones first, then deeper. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { SubsetSums } from './subset-sums.ts'

/** For how long a search over many amounts runs. */
export const SEARCH_MILLISECONDS = 200

interface PrunedQuery {
  target: MinorUnits
  /** How many subsets are returned. */
  limit: number
  /** Returns true once the search must end. */
  isOver: () => boolean
}

interface Search extends PrunedQuery {
  amounts: readonly MinorUnits[]
  /** The least and the greatest sum that the amounts from an index on can reach. */
  least: readonly MinorUnits[]
  greatest: readonly MinorUnits[]
  found: number[][]
  ways: number
  steps: number
  isCut: boolean
}

/** More subsets than these are not counted: a higher number would say nothing more. */
const MAX_WAYS = 1000

/** The clock is read once in so many steps. */
const STEPS_PER_LOOK = 2048

/** Returns subsets with the target sum, the smallest first. The search is complete if it was not cut short. */
export function searchSubsetSums(amounts: readonly MinorUnits[], query: PrunedQuery): SubsetSums {
  const search: Search = {
    ...query,
    amounts,
    ...computeReach(amounts),
    found: [],
    ways: 0,
    steps: 0,
    isCut: false,
  }
  // Each size is searched completely before the next one, so that the smallest subsets come first.
  for (let size = 1; size <= amounts.length && !search.isCut; size++)
    extend(search, { next: 0, left: size, rest: query.target, members: [] })
  return { ways: search.ways, is_complete: !search.isCut, subsets: search.found.slice(0, query.limit) }
}

function computeReach(amounts: readonly MinorUnits[]): Pick<Search, 'least' | 'greatest'> {
  const least: MinorUnits[] = [0n]
  const greatest: MinorUnits[] = [0n]
  for (const amount of amounts.toReversed()) {
    least.unshift((least[0] ?? 0n) + (amount < 0n ? amount : 0n))
    greatest.unshift((greatest[0] ?? 0n) + (amount > 0n ? amount : 0n))
  }
  return { least, greatest }
}

interface Position {
  next: number
  /** How many amounts are still to be added. */
  left: number
  rest: MinorUnits
  members: number[]
}

function extend(search: Search, { next, left, rest, members }: Position): void {
  search.steps += 1
  if (search.steps % STEPS_PER_LOOK === 0 && search.isOver()) search.isCut = true
  if (search.isCut) return
  if (left === 0) {
    if (rest !== 0n) return
    search.ways += 1
    if (search.found.length < search.limit) search.found.push([...members])
    if (search.ways >= MAX_WAYS) search.isCut = true
    return
  }
  for (let at = next; at <= search.amounts.length - left; at++) {
    if (rest < (search.least[at] ?? 0n) || rest > (search.greatest[at] ?? 0n)) return
    const amount = search.amounts[at] ?? 0n
    if (left === 1 && amount !== rest) continue
    members.push(at)
    extend(search, { next: at + 1, left: left - 1, rest: rest - amount, members })
    members.pop()
    if (search.isCut) return
  }
}
