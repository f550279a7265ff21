/**
 * Tests which amount columns the balance column of the sample proves.
 * @see docs/import.md#balance-proof
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import { type BalanceModel } from '../file-record.ts'
import { type ColumnProfile, scoreRole } from './column-profile.ts'
import { type AmountSeries, type BalanceRow, createBalanceChecker, type RowOrder } from './running-balance.ts'

/** The numbers of the sampled columns in whatever notation, and the dates of their rows. */
export interface ColumnNumbers {
  series(column: ColumnProfile): AmountSeries
  /** The unparsed cells of a column. */
  cells(column: ColumnProfile): readonly string[]
  order: RowOrder
  /** True if the dates run in one direction only. */
  isOrderClear: boolean
  /** True if they do so often enough that a balance is never followed backwards. */
  isOrderFirm: boolean
  /** The date of each row. */
  days: readonly string[]
  /** Which rows moved money: false for pending and declined rows. */
  isBooked: readonly boolean[]
}

/** A possible reading of the amounts, with the amount of each row. */
export interface BalanceCandidate<Reading> {
  reading: Reading
  /** The columns that the reading uses. */
  columns: readonly ColumnProfile[]
  amounts: AmountSeries
  /** If set, the candidate counts only for balances that run against (true) or with (false) the amounts. */
  isInverted?: boolean
}

/** The reading that a balance column proves. */
export interface BalanceProof<Reading> extends BalanceModel {
  reading: Reading
  balance: ColumnProfile
  /** The balance runs against the amounts: it is a debt, or the amounts have the opposite sign. */
  isInverted: boolean
  /** The same amounts with the opposite sign explain equally many steps. */
  isAmbiguous: boolean
  /** The share of the steps that is explained, from 0 to 1. */
  share: number
}

/** The share of explained steps that makes a column a running balance. */
const MIN_EXPLAINED_SHARE = 0.6
/** A column without a balance header needs at least this many steps and a higher share. */
const MIN_WITHOUT_HEADER = { steps: 3, share: 0.8 }
/** The number of rows compared to find the best reading. */
const MAX_COMPARED_ROWS = 300

/**
 * Returns the reading that explains the most steps of some balance column, the first of equals; undefined if
 * no column is a running balance.
 */
export function proveBalance<Reading>(
  candidates: readonly BalanceCandidate<Reading>[],
  balances: readonly ColumnProfile[],
  numbers: ColumnNumbers,
  enough = MIN_EXPLAINED_SHARE,
): BalanceProof<Reading> | undefined {
  let best: BalanceProof<Reading> | undefined
  for (const hypothesis of listBalanceHypotheses(numbers)) {
    for (const { reading, columns, amounts, isInverted = hypothesis.isInverted } of candidates) {
      if (isInverted !== hypothesis.isInverted) continue
      for (const balance of balances) {
        if (columns.includes(balance)) continue
        const share = computeExplainedShare({ amounts, balance, numbers, hypothesis, enough })
        if (share > (best?.share ?? 0)) best = { reading, balance, share, ...hypothesis, isAmbiguous: false }
        else if (best && share === best.share && hypothesis.isInverted !== best.isInverted)
          best = { ...best, isAmbiguous: true }
        if (best?.share === 1) return best
      }
    }
  }
  return best
}

/**
 * Returns the reading that leads in each row from one balance column to another, i.e. from the balance before
 * to the one after.
 */
export function proveByBalancePair<Reading>(
  candidates: readonly BalanceCandidate<Reading>[],
  numeric: readonly ColumnProfile[],
  numbers: ColumnNumbers,
): BalanceProof<Reading> | undefined {
  for (const { reading, columns, amounts, isInverted = false } of candidates) {
    const others = numeric.filter((column) => !columns.includes(column))
    for (const balanceBefore of isInverted ? [] : others) {
      const balanceAfter = others.find((column) =>
        isBalancePair(amounts, numbers.series(balanceBefore), numbers.series(column)),
      )
      const order = numbers.order ?? 'rising'
      if (balanceAfter)
        return {
          reading,
          balance: balanceAfter,
          share: 1,
          order,
          position: 'after',
          isInverted,
          isOrderIndependent: true,
          isAmbiguous: false,
        }
    }
  }
  return undefined
}

/**
 * True if the amounts lead from `before` to `after` in every row, in more than one row, and the rows form a
 * chain.
 */
function isBalancePair(amounts: AmountSeries, before: AmountSeries, after: AmountSeries): boolean {
  const moved = amounts.flatMap((amount, row) => {
    const [from, to] = [before[row], after[row]]
    if (amount === undefined || amount === 0n) return []
    return [from !== undefined && to !== undefined && from !== 0n && to !== 0n && to - from === amount]
  })
  const isChained = [1, -1].some((next) => before.every((from, row) => (after[row - next] ?? from) === from))
  return moved.length > 1 && moved.every(Boolean) && isChained
}

type BalanceHypothesis = BalanceModel & { isInverted: boolean }

// Banks print the balance after each row and sort the rows of a day freely, so this is tried first, in both
// directions if the dates hardly show one. Only with a clear order of dates can a balance before each row be
// distinguished from one with the opposite sign.
function listBalanceHypotheses({ order, isOrderClear, isOrderFirm }: ColumnNumbers): BalanceHypothesis[] {
  const usual = order ?? 'rising'
  const after = { position: 'after', isInverted: false, isOrderIndependent: !isOrderFirm } as const
  return [
    { ...after, order: usual },
    ...(isOrderFirm ? [] : [{ ...after, order: usual === 'rising' ? 'falling' : 'rising' } as const]),
    ...(isOrderClear
      ? [
          { order: usual, position: 'before', isInverted: false, isOrderIndependent: false } as const,
          { order: usual, position: 'after', isInverted: true, isOrderIndependent: false } as const,
        ]
      : []),
  ]
}

interface BalanceTrial {
  amounts: AmountSeries
  balance: ColumnProfile
  numbers: ColumnNumbers
  hypothesis: BalanceHypothesis
  /** The share of explained steps from which the column is a balance. */
  enough: number
}

/** Returns the share of explained steps; 0 if there are too few to prove anything. */
function computeExplainedShare({ amounts, balance, numbers, hypothesis, enough }: BalanceTrial): number {
  const check = createBalanceChecker(hypothesis)
  let changes = 0
  let previous: MinorUnits | undefined
  for (const row of toBalanceRows(amounts, numbers.series(balance), numbers)) {
    check.add(hypothesis.isInverted && row.balance !== undefined ? { ...row, balance: -row.balance } : row)
    if (row.balance === undefined) continue
    if (previous !== undefined && row.balance !== previous) changes += 1
    previous = row.balance
  }
  const { steps, explained } = check.result()
  // A column with few amounts leaves most balance changes unexplained.
  const possible = Math.max(steps, changes)
  const share = possible === 0 ? 0 : explained / possible
  const isUnnamed = scoreRole(balance, 'balance') === 0
  const isCoincidence =
    share < 1 ? steps < MIN_WITHOUT_HEADER.steps || share < MIN_WITHOUT_HEADER.share : steps < 2
  const isTooWeak = share < enough || (isUnnamed && isCoincidence)
  return isTooWeak ? 0 : share
}

function* toBalanceRows(
  amounts: AmountSeries,
  balances: AmountSeries,
  { days, isBooked }: ColumnNumbers,
): Generator<BalanceRow> {
  for (let line = 0; line < Math.min(amounts.length, MAX_COMPARED_ROWS); line++) {
    if (isBooked[line]) yield { line, day: days[line] ?? '', amount: amounts[line], balance: balances[line] }
  }
}
