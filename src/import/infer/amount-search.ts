/** What the search for the money of a file works with, and what it finds. */ // import.md §3 §10

import type { Numbers, Proof } from './balance-evidence.ts'
import type { Column, Profile } from './column-profile.ts'
import type { Flag } from './debit-credit-column.ts'

/** The money of a file, as columns; either `amount`, or `in` with `out`. */
export interface MoneyColumns {
  amount?: Column
  in?: Column
  out?: Column
  balance?: Column
  fee?: Column
}

export interface FoundMoney {
  columns: MoneyColumns
  proof: Proof<MoneyColumns> | undefined
}

export interface MoneySearch {
  profile: Profile
  /** The account's. */
  currency: string
  numbers: Numbers
  flag: Flag | undefined
  /** Makes the question which of several columns is the amount, or which of two is money out. */
  ask: {
    amount(columns: readonly Column[]): Error
    way(left: Column, right: Column): Error
    fee(found: FoundMoney, fee: Column): Error
  }
}

/** Does every row fill exactly one of two columns? */
export function fillInTurn(left: Column, right: Column, { of: series }: Numbers): boolean {
  if (left.filled === 0 || right.filled === 0) return false
  const other = series(right)
  const rows = series(left)
  return rows.filter((amount, row) => Boolean(amount) !== Boolean(other[row])).length >= rows.length * 0.95
}
