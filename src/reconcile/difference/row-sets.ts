/** Finds several rows that explain a difference together: pairs, uncleared sets, everything after a day. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { FixStep, RegisterRow, SortedRows, WeighedFinding } from './register.ts'
import { countSubsetSums, MAX_COUNTED_AMOUNTS, type SubsetSums } from './subset-sums.ts'

/** What the search for sets looks at. */
export interface RowSetSearch {
  rows: SortedRows
  difference: MinorUnits
  /** Returns milliseconds of any clock. */
  elapsed: () => number
}

/** How the uncleared rows add up to the difference. */
export interface UnclearedSets {
  /** How many of their subsets have that sum, single rows included. */
  ways: number
  is_complete: boolean
  findings: WeighedFinding[]
}

const SET_WEIGHT = 0.15
const ALL_UNTIL_WEIGHT = 0.1
const AFTER_DAY_WEIGHT = 0.04
const SHOWN_SETS = 3
/** A set beyond this number of rows is no help to anybody. */
const MAX_SET_ROWS = 25

/** Finds the sets of uncleared rows that would explain the difference if they were cleared. */
export function findUnclearedSets(search: RowSetSearch): UnclearedSets {
  const { pending } = search.rows
  const amounts = pending.map(({ amount }) => amount)
  const { ways, is_complete, subsets } = sumUp(amounts, search)
  const until = findPendingUntil(pending, search.difference)
  const sets = subsets
    .map((subset) => subset.map((at) => pending[at]).filter((row) => row !== undefined))
    .filter((rows) => rows.length > 1 && rows.length <= MAX_SET_ROWS)
    .map((rows) => {
      const isUntil = until?.length === rows.length && rows.every((row) => until.includes(row))
      return describeSet(rows, { search, pool: pending.length, isUntil })
    })
  const isUntilShown = sets.some(({ rows }) => until?.length === rows.length)
  if (until && until.length > 1 && !isUntilShown)
    sets.push(describeSet(until, { search, pool: pending.length, isUntil: true }))
  const findings = sets.map((finding) => ({ ...finding, ways, is_counted: is_complete }))
  return { ways, is_complete, findings }
}

function sumUp(amounts: readonly MinorUnits[], { difference, elapsed }: RowSetSearch): SubsetSums {
  const query = { target: difference, limit: SHOWN_SETS }
  if (amounts.length <= MAX_COUNTED_AMOUNTS) return countSubsetSums(amounts, query)
  const end = elapsed() + SEARCH_MILLISECONDS
  return searchSubsetSums(amounts, { ...query, isOver: () => elapsed() >= end })
}

/** Returns the uncleared rows up to a day that explain the difference: the user has not cleared since. */
function findPendingUntil(
  pending: readonly RegisterRow[],
  difference: MinorUnits,
): readonly RegisterRow[] | undefined {
  let sum = 0n
  let found: readonly RegisterRow[] | undefined
  for (const [at, { amount, date }] of pending.entries()) {
    sum += amount
    if (sum === difference && pending[at + 1]?.date !== date) found = pending.slice(0, at + 1)
  }
  return found
}

function describeSet(
  rows: readonly RegisterRow[],
  { search, pool, isUntil }: { search: RowSetSearch; pool: number; isUntil: boolean },
): WeighedFinding {
  const chosen = SET_WEIGHT / countCombinations(pool, rows.length) / pool
  return {
    kind: rows.length === 2 ? 'pair' : 'subset',
    rows,
    explains: search.difference,
    ways: 1,
    is_counted: true,
    weight: chosen + (isUntil ? ALL_UNTIL_WEIGHT / pool : 0),
    fix: rows.map(({ key }): FixStep => ({ action: 'clear', key })),
  }
}

/** Returns how many sets of a size there are. It only weighs findings, so that a rounded one does no harm. */
function countCombinations(pool: number, size: number): number {
  let count = 1
  for (let at = 0; at < Math.min(size, pool - size); at++) count = (count * (pool - at)) / (at + 1)
  return Math.max(1, count)
}

const MAX_DAYS_BACK = 60

/** Finds the day after which all cleared rows are too much: the bank's figure is older than the date. */
export function findRowsAfterDay({ rows, difference }: RowSetSearch): WeighedFinding[] {
  const { cleared } = rows
  let sum = 0n
  let days = 0
  for (let at = cleared.length - 1; at > 0 && days < MAX_DAYS_BACK; at--) {
    sum -= cleared[at]?.amount ?? 0n
    if (cleared[at - 1]?.date === cleared[at]?.date) continue
    days += 1
    const after = cleared.slice(at)
    if (sum !== difference || after.length < 2) continue
    const fix = after.map(({ key }): FixStep => ({ action: 'unclear', key }))
    const weight = AFTER_DAY_WEIGHT / MAX_DAYS_BACK
    return [{ kind: 'after_day', rows: after, explains: difference, ways: 1, is_counted: true, weight, fix }]
  }
  return []
}

/** Pairs of these few findings are looked at: each must be likely by itself. */
const MAX_PAIRED = 400

/** Finds two mistakes that explain the difference together, among rows that look like one by themselves. */
export function findPairs(singles: readonly WeighedFinding[], difference: MinorUnits): WeighedFinding[] {
  const paired = singles.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_PAIRED)
  const byEffect = new Map<MinorUnits, WeighedFinding[]>()
  const found: WeighedFinding[] = []
  for (const finding of paired) {
    for (const other of byEffect.get(difference - finding.explains) ?? []) {
      // Two uncleared rows are found with the sets of them.
      const isSet = finding.kind === 'not_cleared' && other.kind === 'not_cleared'
      if (isSet || sharesRow(finding, other)) continue
      found.push(joinFindings(other, finding))
    }
    const same = byEffect.get(finding.explains)
    if (same) same.push(finding)
    else byEffect.set(finding.explains, [finding])
  }
  return found.map((finding) => ({ ...finding, ways: found.length }))
}

const sharesRow = (a: WeighedFinding, b: WeighedFinding): boolean =>
  a.rows.some((row) => b.rows.includes(row))

const joinFindings = (a: WeighedFinding, b: WeighedFinding): WeighedFinding => ({
  kind: 'pair',
  rows: [a.rows, b.rows].flatMap(([row]) => row ?? []),
  explains: a.explains + b.explains,
  ways: 1,
  is_counted: true,
  weight: a.weight * b.weight,
  fix: [...a.fix, ...b.fix],
})

/** For how long a search over many amounts runs. */
const SEARCH_MILLISECONDS = 200

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
