/** Finds the first day at whose end the account and the bank disagree. */

import type { MinorUnits } from '../../money/minor-units.ts'
import { type BankRow, isCleared, type RegisterRow } from '../difference/register.ts'
import type { AlignedPair } from './align-statement.ts'

/** The balances of the bank and of the account at the end of a day. */
export interface FirstDifference {
  date: string
  bank: MinorUnits
  cleared: MinorUnits
}

interface BalanceWalk {
  rows: readonly RegisterRow[]
  bank_rows: readonly BankRow[]
  pairs: readonly AlignedPair[]
  span: { first: string }
  bank: MinorUnits
  date: string
  difference: MinorUnits
}

/**
 * Walks the balances back from the end. A row of both counts on the bank's day, so that a different date alone is no
 * difference. @returns the first day of the statement when the two never agree; undefined when they agree at the end
 */
export function findFirstDifference(walk: BalanceWalk): FirstDifference | undefined {
  const { rows, bank_rows, pairs, span, bank, date, difference } = walk
  if (difference === 0n) return undefined
  const bankDays = new Map(pairs.map((pair) => [pair.row, pair.bank.date]))
  const byDay = new Map<string, { bank: MinorUnits; cleared: MinorUnits }>()
  const open = (day: string) => {
    const sums = byDay.get(day) ?? { bank: 0n, cleared: 0n }
    byDay.set(day, sums)
    return sums
  }
  for (const line of bank_rows) open(line.date).bank += line.amount
  for (const row of rows)
    if (isCleared(row) && row.date <= date) open(bankDays.get(row) ?? row.date).cleared += row.amount
  let end = { date, bank, cleared: bank - difference }
  let later: FirstDifference | undefined
  for (const [day, sums] of [...byDay].toSorted(([a], [b]) => (a < b ? 1 : -1))) {
    if (end.bank === end.cleared || day < span.first) break
    later = { ...end, date: day }
    end = { date: day, bank: end.bank - sums.bank, cleared: end.cleared - sums.cleared }
  }
  return later
}
