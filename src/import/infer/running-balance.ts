/**
 * The balance proof: balances that lead from row to row by the amounts.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { BalanceModel, DatedBalance } from '../model/statement.ts'

/** An amount or a balance per row, where the row has one. */
export type AmountSeries = readonly (MinorUnits | undefined)[]

/** Which way the rows of a file run in time; undefined when their dates do not tell. */
export type RowOrder = 'rising' | 'falling' | undefined

/** One row on the way from balance to balance. */
export interface BalanceRow {
  line: number
  /** `YYYY-MM-DD`, or the cell as it stands where dates are not read yet. */
  day: string
  amount: MinorUnits | undefined
  balance: MinorUnits | undefined
}

/** Two rows between which the balance moves by more than the amounts. Both in the file's order. */
export interface BalanceJump {
  above: number
  below: number
  /** How far the balance moves, in time, without a row that explains it. */
  by: MinorUnits
  /** One of the two rows with the other sign would explain it. */
  isSignFlip: boolean
}

export interface BalanceCheckResult {
  /** How many steps there were to explain, and how many were explained. */
  steps: number
  explained: number
  /** The unexplained steps in the file's order, as many as are kept. */
  jumps: readonly BalanceJump[]
  /** The latest balance; undefined where no row has any. */
  closing: DatedBalance | undefined
}

/** A row as an edge: from the balance on the side of the row above to that on the side of the row below. */
interface BalanceEdge {
  line: number
  day: string
  near: MinorUnits
  far: MinorUnits
  isZero: boolean
}

/** The row passed last. */
type PreviousEdge = Pick<BalanceEdge, 'line' | 'day' | 'near' | 'far'>

const MAX_JUMPS = 100
/** A file of no more rows may list them in any order at all. */
const MAX_UNORDERED_ROWS = 2000
const MAX_ROWS_PER_DAY = 5000

export interface BalanceChecker {
  add(row: BalanceRow): void
  /** What all rows so far came to. */
  result(): BalanceCheckResult
}

/** Follows the balances of a file row by row. The rows of one day may stand in any order. */
export function createBalanceChecker({ order, position, isOrderIndependent }: BalanceModel): BalanceChecker {
  const count = { steps: 0, explained: 0 }
  const jumps: BalanceJump[] = []
  const all: BalanceEdge[] = []
  let day: BalanceEdge[] = []
  let last: PreviousEdge | undefined
  let first: Pick<BalanceEdge, 'day' | 'near'> | undefined
  let isBroken = false

  const stepBetween = (from: PreviousEdge, next: BalanceEdge): void => {
    if (from.far === next.near) {
      if (next.isZero) return
      count.explained += 1
    } else if (jumps.length < MAX_JUMPS) jumps.push(createJump(from, next, order))
    count.steps += 1
  }
  const walk = (edges: readonly BalanceEdge[]): void => {
    first ??= edges[0]
    for (const edge of edges) {
      if (last) stepBetween(last, edge)
      last = edge
    }
  }
  const closeDay = (): void => {
    const edges = day
    day = []
    const [top] = edges
    if (!top) return
    if (isInSequence(edges)) return walk(edges)
    const unsorted = findPathEnds(edges, last?.far)
    const ends = unsorted ?? findDayEnds(edges, position === 'after')
    if (!ends) return walk(edges)
    const entry = { ...top, near: ends.near }
    first ??= entry
    if (last) stepBetween(last, entry)
    // One balance for a whole day proves nothing within the day.
    const within = unsorted ? edges.length - 1 : 0
    count.steps += within
    count.explained += within
    last = { line: edges.at(-1)?.line ?? top.line, day: top.day, near: ends.far, far: ends.far }
  }

  return {
    add({ line, day: date, amount, balance }) {
      const previous = day.at(-1)
      if (amount === undefined) {
        isBroken ||= balance === undefined || balance !== previous?.far
        return
      }
      if (balance === undefined) {
        // The bank prints the balance once a day, or every few rows; the rows between lead there.
        if (previous) previous.far += order === 'rising' ? amount : -amount
        return
      }
      const other = position === 'after' ? balance - amount : balance + amount
      const [before, after] = position === 'after' ? [other, balance] : [balance, other]
      const [near, far] = order === 'rising' ? [before, after] : [after, before]
      const edge = { line, day: date, near, far, isZero: amount === 0n }
      if (isBroken || (previous && previous.day !== date) || day.length === MAX_ROWS_PER_DAY) closeDay()
      if (isBroken) last = undefined
      isBroken = false
      day.push(edge)
      if (all.length <= MAX_UNORDERED_ROWS) all.push(edge)
    },
    result() {
      closeDay()
      const ends =
        isOrderIndependent && jumps.length > 0 && all.length <= MAX_UNORDERED_ROWS
          ? findPathEnds(all, undefined)
          : undefined
      const [near, far] = [ends?.near ?? first?.near, ends?.far ?? last?.far]
      const minor = order === 'rising' ? far : near
      const days = all.map((edge) => edge.day).toSorted()
      const day = ends ? days.at(-1) : order === 'rising' ? last?.day : first?.day
      const closing = minor === undefined || day === undefined ? undefined : { date: day, minor }
      if (ends) return { steps: count.steps, explained: count.steps, jumps: [], closing }
      return { ...count, jumps, closing }
    },
  }
}

function createJump(from: PreviousEdge, next: BalanceEdge, order: BalanceModel['order']): BalanceJump {
  const by = order === 'rising' ? next.near - from.far : from.far - next.near
  const isTwice = (size: MinorUnits): boolean => size !== 0n && (by === 2n * size || by === -2n * size)
  const isSignFlip = isTwice(from.far - from.near) || isTwice(next.far - next.near)
  return { above: from.line, below: next.line, by, isSignFlip }
}

const isInSequence = (edges: readonly BalanceEdge[]): boolean =>
  edges.every(({ near }, at) => at === 0 || edges[at - 1]?.far === near)

interface PathEnds {
  near: MinorUnits
  far: MinorUnits
}

/** Where edges begin and end that lead on in some order; undefined when they do not. */
function findPathEnds(all: readonly BalanceEdge[], from: MinorUnits | undefined): PathEnds | undefined {
  const edges = all.filter(({ isZero }) => !isZero)
  if (!isConnected(edges, all)) return undefined
  const open = findOpenEnds(edges)
  if (open.length === 0) {
    const [first] = edges
    const near = edges.some((edge) => edge.near === from) ? from : first?.near
    return near === undefined ? undefined : { near, far: near }
  }
  const near = open.find(([, times]) => times === 1)
  const far = open.find(([, times]) => times === -1)
  return open.length === 2 && near && far ? { near: near[0], far: far[0] } : undefined
}

/** Is every balance of all rows reached from every other one by the edges? */
function isConnected(edges: readonly BalanceEdge[], all: readonly BalanceEdge[]): boolean {
  const [first] = edges
  if (!first) return false
  const beside = new Map<MinorUnits, MinorUnits[]>()
  const join = (one: MinorUnits, other: MinorUnits) => beside.set(one, [...(beside.get(one) ?? []), other])
  for (const { near, far } of edges) {
    join(near, far)
    join(far, near)
  }
  const reached = new Set([first.near])
  for (const balance of reached) for (const next of beside.get(balance) ?? []) reached.add(next)
  return all.every(({ near }) => reached.has(near))
}

/** The balances that edges leave more often than they reach them, or less often. */
function findOpenEnds(edges: readonly BalanceEdge[]): [balance: MinorUnits, times: number][] {
  const times = new Map<MinorUnits, number>()
  for (const { near, far } of edges) {
    times.set(near, (times.get(near) ?? 0) + 1)
    times.set(far, (times.get(far) ?? 0) - 1)
  }
  return [...times].filter(([, count]) => count !== 0)
}

/** The ends of a day all of whose rows show the balance at its end. */
function findDayEnds(edges: readonly BalanceEdge[], isAfter: boolean): PathEnds | undefined {
  const [first] = edges
  if (!first || !isAfter) return undefined
  // The end of the day stands on the far side where time rises, else on the near side.
  const moved = edges.reduce((sum, { near, far }) => sum + far - near, 0n)
  if (edges.every(({ far }) => far === first.far)) return { near: first.far - moved, far: first.far }
  if (edges.every(({ near }) => near === first.near)) return { near: first.near, far: first.near + moved }
  return undefined
}
