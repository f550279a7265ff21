/**
 * Checks whether a running balance follows the amounts from row to row.
 * @see docs/import.md#balance-proof
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { BalanceModel, DatedBalance } from '../file-record.ts'

/** An amount or a balance per row, undefined where a row has none. */
export type AmountSeries = readonly (MinorUnits | undefined)[]

/** The chronological direction of the rows; undefined if the dates do not show it. */
export type RowOrder = 'rising' | 'falling' | undefined

/** One row of a balance check. */
export interface BalanceRow {
  line: number
  /** `YYYY-MM-DD`, or the unparsed cell while dates are not parsed yet. */
  day: string
  amount: MinorUnits | undefined
  balance: MinorUnits | undefined
}

/** Two adjacent rows, in file order, between which the balance changes by more than the amounts. */
export interface BalanceJump {
  above: number
  below: number
  /** The unexplained change of the balance in chronological order. */
  by: MinorUnits
  /** True if the opposite sign of one of the two rows would explain the jump. */
  isSignFlip: boolean
}

/** What a balance check found. */
export interface BalanceCheckResult {
  /** The number of steps to explain, and how many were explained. */
  steps: number
  explained: number
  /** The unexplained steps in file order, up to a limit. */
  jumps: readonly BalanceJump[]
  /** The balance before the earliest row, and the latest one; undefined if no row has one. */
  opening: MinorUnits | undefined
  closing: DatedBalance | undefined
}

/** A row as an edge between two balances: `near` towards the row above, `far` towards the row below. */
interface BalanceEdge {
  line: number
  day: string
  near: MinorUnits
  far: MinorUnits
  isZero: boolean
}

/** The last visited edge. */
type PreviousEdge = Pick<BalanceEdge, 'line' | 'day' | 'near' | 'far'>

const MAX_JUMPS = 100
/** A file with at most this many rows may list them in any order. */
const MAX_UNORDERED_ROWS = 2000
const MAX_ROWS_PER_DAY = 5000

/** Checks balances row by row. */
export interface BalanceChecker {
  add(row: BalanceRow): void
  /** Returns the result for all rows so far. */
  result(): BalanceCheckResult
}

/** The running state of a balance check. */
interface CheckState extends BalanceModel {
  steps: number
  explained: number
  jumps: BalanceJump[]
  /** All edges, up to the limit of unordered rows. */
  edges: BalanceEdge[]
  /** The edges of the current day. */
  day: BalanceEdge[]
  first: Pick<BalanceEdge, 'day' | 'near'> | undefined
  last: PreviousEdge | undefined
  /** True if a row without an amount separates the rows before it from those after it. */
  isBroken: boolean
}

/** Returns a checker that follows the balances row by row. The rows of one day may be in any order. */
export function createBalanceChecker(model: BalanceModel): BalanceChecker {
  const state: CheckState = {
    ...model,
    steps: 0,
    explained: 0,
    jumps: [],
    edges: [],
    day: [],
    first: undefined,
    last: undefined,
    isBroken: false,
  }
  return { add: (row) => addRow(state, row), result: () => finishCheck(state) }
}

function addRow(state: CheckState, { line, day: date, amount, balance }: BalanceRow): void {
  const { order, position, day, edges } = state
  const previous = day.at(-1)
  if (amount === undefined) {
    state.isBroken ||= balance === undefined || balance !== previous?.far
    return
  }
  if (balance === undefined) {
    // The bank prints the balance once a day or every few rows; the rows between lead to it.
    if (previous) previous.far += order === 'rising' ? amount : -amount
    return
  }
  const other = position === 'after' ? balance - amount : balance + amount
  const [before, after] = position === 'after' ? [other, balance] : [balance, other]
  const [near, far] = order === 'rising' ? [before, after] : [after, before]
  const edge = { line, day: date, near, far, isZero: amount === 0n }
  if (state.isBroken || (previous && previous.day !== date) || day.length === MAX_ROWS_PER_DAY)
    closeDay(state)
  if (state.isBroken) state.last = undefined
  state.isBroken = false
  state.day.push(edge)
  if (edges.length <= MAX_UNORDERED_ROWS) edges.push(edge)
}

/** Explains the steps of the current day: row by row, in any order, or by its closing balance. */
function closeDay(state: CheckState): void {
  const { day: edges, last, position } = state
  state.day = []
  const [top] = edges
  if (!top) return
  if (isInSequence(edges)) return walkEdges(state, edges)
  const unordered = findPathEnds(edges, last?.far)
  const ends = unordered ?? findDayEnds(edges, position === 'after')
  if (!ends) return walkEdges(state, edges)
  const entry = { ...top, near: ends.near }
  state.first ??= entry
  if (last) countStep(state, last, entry)
  // A single balance for a whole day proves nothing about the rows of that day.
  const within = unordered ? edges.length - 1 : 0
  state.steps += within
  state.explained += within
  state.last = { line: edges.at(-1)?.line ?? top.line, day: top.day, near: ends.far, far: ends.far }
}

function walkEdges(state: CheckState, edges: readonly BalanceEdge[]): void {
  state.first ??= edges[0]
  for (const edge of edges) {
    if (state.last) countStep(state, state.last, edge)
    state.last = edge
  }
}

function countStep(state: CheckState, from: PreviousEdge, next: BalanceEdge): void {
  if (from.far === next.near) {
    if (next.isZero) return
    state.explained += 1
  } else if (state.jumps.length < MAX_JUMPS) state.jumps.push(createJump(from, next, state.order))
  state.steps += 1
}

function finishCheck(state: CheckState): BalanceCheckResult {
  closeDay(state)
  const { order, isOrderIndependent, steps, explained, jumps, edges, first, last } = state
  const ends =
    isOrderIndependent && jumps.length > 0 && edges.length <= MAX_UNORDERED_ROWS
      ? findPathEnds(edges, undefined)
      : undefined
  const [near, far] = [ends?.near ?? first?.near, ends?.far ?? last?.far]
  const [opening, minor] = order === 'rising' ? [near, far] : [far, near]
  const latestDay = edges
    .map((edge) => edge.day)
    .toSorted()
    .at(-1)
  const day = ends ? latestDay : order === 'rising' ? last?.day : first?.day
  const closing = minor === undefined || day === undefined ? undefined : { date: day, minor }
  if (ends) return { steps, explained: steps, jumps: [], opening, closing }
  return { steps, explained, jumps, opening, closing }
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

/** Returns the two end balances if the edges form one path in some order; undefined if they do not. */
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

/** True if the edges connect all balances. */
function isConnected(edges: readonly BalanceEdge[], all: readonly BalanceEdge[]): boolean {
  const [first] = edges
  if (!first) return false
  const neighbours = new Map<MinorUnits, MinorUnits[]>()
  const join = (from: MinorUnits, to: MinorUnits) =>
    neighbours.set(from, [...(neighbours.get(from) ?? []), to])
  for (const { near, far } of edges) {
    join(near, far)
    join(far, near)
  }
  const reached = new Set([first.near])
  for (const balance of reached) for (const next of neighbours.get(balance) ?? []) reached.add(next)
  return all.every(({ near }) => reached.has(near))
}

/** Returns the balances with unequal numbers of incoming and outgoing edges. */
function findOpenEnds(edges: readonly BalanceEdge[]): [balance: MinorUnits, times: number][] {
  const times = new Map<MinorUnits, number>()
  for (const { near, far } of edges) {
    times.set(near, (times.get(near) ?? 0) + 1)
    times.set(far, (times.get(far) ?? 0) - 1)
  }
  return [...times].filter(([, count]) => count !== 0)
}

/** Returns the ends of a day whose rows all show the balance at the end of that day. */
function findDayEnds(edges: readonly BalanceEdge[], isAfter: boolean): PathEnds | undefined {
  const [first] = edges
  if (!first || !isAfter) return undefined
  // The end of the day is on the far side if dates ascend, and on the near side if they descend.
  const moved = edges.reduce((sum, { near, far }) => sum + far - near, 0n)
  if (edges.every(({ far }) => far === first.far)) return { near: first.far - moved, far: first.far }
  if (edges.every(({ near }) => near === first.near)) return { near: first.near, far: first.near + moved }
  return undefined
}
