/** Which columns of money the balances of a file prove, over its sample. */ // import.md §10

import type { Minor } from '../../money/minor-units.ts'
import { type BalanceModel } from '../model/balance.ts'
import { type Column, roleOf } from './column-profile.ts'
import { type BalanceRow, checkBalances, type Series, type TimeOrder } from './running-balance.ts'

/** The numbers of a file's columns, in whatever notation they are written, and the days of their rows. */
export interface Numbers {
  of(column: Column): Series
  /** The cells of a column as they stand. */
  cells(column: Column): readonly string[]
  order: TimeOrder
  /** The days run one way only, and there are more than two. */
  isOrderClear: boolean
  /** They do so often enough that no balance is followed backwards. */
  isOrderFirm: boolean
  /** The day of each row. */
  days: readonly string[]
  /** Which rows moved money: none that waits or was declined. */
  isBooked: readonly boolean[]
}

/** A way to read the money of a file, with the amount of each row. */
export interface Candidate<Reading> {
  reading: Reading
  /** The columns it is made of. */
  columns: readonly Column[]
  amounts: Series
  /** Counts only where the balance runs against the amounts, or only where it runs with them. */
  isAgainst?: boolean
}

export interface Proof<Reading> extends BalanceModel {
  reading: Reading
  balance: Column
  /** The balance runs against the amounts: it is a debt, or their sign is turned. */
  isAgainst: boolean
  /** The same amounts with the other sign explain as many steps. */
  isContested: boolean
  /** The share of the steps that is explained. */
  share: number
}

/** From so many of its steps on a column is a running balance. */
const ENOUGH = 0.6
/** A column that no header names needs more: so many steps, nearly all of them explained. */
const ENOUGH_UNNAMED = { steps: 3, share: 0.8 }
/** So many rows tell which reading is the best. */
const COMPARED = 300

/**
 * The reading that explains the most steps of some balance; of equals the first. undefined when no column is a running
 * balance.
 */
export function proveBalance<Reading>(
  candidates: readonly Candidate<Reading>[],
  balances: readonly Column[],
  numbers: Numbers,
  enough = ENOUGH,
): Proof<Reading> | undefined {
  let best: Proof<Reading> | undefined
  for (const way of waysFor(numbers)) {
    for (const { reading, columns, amounts, isAgainst = way.isAgainst } of candidates) {
      if (isAgainst !== way.isAgainst) continue
      for (const balance of balances) {
        if (columns.includes(balance)) continue
        const share = provenShare({ amounts, balance, numbers, way, enough })
        if (share > (best?.share ?? 0)) best = { reading, balance, share, ...way, isContested: false }
        else if (best && share === best.share && way.isAgainst !== best.isAgainst)
          best = { ...best, isContested: true }
        if (best?.share === 1) return best
      }
    }
  }
  return best
}

/** The reading that leads in each row from one column to another: the balances before and after it. */
export function proveBetweenBalances<Reading>(
  candidates: readonly Candidate<Reading>[],
  numeric: readonly Column[],
  numbers: Numbers,
): Proof<Reading> | undefined {
  for (const { reading, columns, amounts, isAgainst = false } of candidates) {
    const others = numeric.filter((column) => !columns.includes(column))
    for (const before of isAgainst ? [] : others) {
      const after = others.find((column) => leads(amounts, numbers.of(before), numbers.of(column)))
      const order = numbers.order ?? 'rising'
      if (after)
        return {
          reading,
          balance: after,
          share: 1,
          order,
          stands: 'after',
          isAgainst,
          isOrderFree: true,
          isContested: false,
        }
    }
  }
  return undefined
}

/** Do the amounts lead from one balance to the other in every row, in more than one, and from row to row? */
function leads(amounts: Series, before: Series, after: Series): boolean {
  const moved = amounts.flatMap((amount, row) => {
    const [from, to] = [before[row], after[row]]
    if (amount === undefined || amount === 0n) return []
    return [from !== undefined && to !== undefined && from !== 0n && to !== 0n && to - from === amount]
  })
  const isChained = [1, -1].some((next) => before.every((from, row) => (after[row - next] ?? from) === from))
  return moved.length > 1 && moved.every(Boolean) && isChained
}

type Way = BalanceModel & { isAgainst: boolean }

// Banks print the balance after each row, and sort the rows of a day as they like: this is tried first, and both ways where the
// days hardly tell. Only a clear order of time tells a balance before each row from one that runs against the amounts.
function waysFor({ order, isOrderClear, isOrderFirm }: Numbers): Way[] {
  const usual = order ?? 'rising'
  const after = { stands: 'after', isAgainst: false, isOrderFree: !isOrderFirm } as const
  return [
    { ...after, order: usual },
    ...(isOrderFirm ? [] : [{ ...after, order: usual === 'rising' ? 'falling' : 'rising' } as const]),
    ...(isOrderClear
      ? [
          { order: usual, stands: 'before', isAgainst: false, isOrderFree: false } as const,
          { order: usual, stands: 'after', isAgainst: true, isOrderFree: false } as const,
        ]
      : []),
  ]
}

interface Trial {
  amounts: Series
  balance: Column
  numbers: Numbers
  way: Way
  /** From this share of its steps on the column is a balance. */
  enough: number
}

/** The share of the steps that is explained; 0 where they are too few to prove anything. */
function provenShare({ amounts, balance, numbers, way, enough }: Trial): number {
  const check = checkBalances(way)
  let changes = 0
  let before: Minor | undefined
  for (const row of balanceRows(amounts, numbers.of(balance), numbers)) {
    check.add(way.isAgainst && row.balance !== undefined ? { ...row, balance: -row.balance } : row)
    if (row.balance === undefined) continue
    if (before !== undefined && row.balance !== before) changes += 1
    before = row.balance
  }
  const { steps, explained } = check.result()
  // A column with few amounts leaves most changes unexplained.
  const possible = Math.max(steps, changes)
  const share = possible === 0 ? 0 : explained / possible
  const isUnnamed = roleOf(balance, 'balance') === 0
  const isCoincidence = share < 1 ? steps < ENOUGH_UNNAMED.steps || share < ENOUGH_UNNAMED.share : steps < 2
  const isTooWeak = share < enough || (isUnnamed && isCoincidence)
  return isTooWeak ? 0 : share
}

function* balanceRows(amounts: Series, balances: Series, { days, isBooked }: Numbers): Generator<BalanceRow> {
  for (let line = 0; line < Math.min(amounts.length, COMPARED); line++) {
    if (isBooked[line]) yield { line, day: days[line] ?? '', amount: amounts[line], balance: balances[line] }
  }
}
