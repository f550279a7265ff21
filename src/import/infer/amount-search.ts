/**
 * What the search for the money of a file works with, and what it finds.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import type { BalanceProof, ColumnNumbers } from './balance-evidence.ts'
import type { ColumnProfile, TableProfile } from './column-profile.ts'
import type { DebitCreditColumn } from './debit-credit-column.ts'

/** The money of a file, as columns; either `amount`, or `in` with `out`. */
export interface AmountColumns {
  amount?: ColumnProfile
  in?: ColumnProfile
  out?: ColumnProfile
  balance?: ColumnProfile
  fee?: ColumnProfile
}

export interface InferredAmountColumns {
  columns: AmountColumns
  proof: BalanceProof<AmountColumns> | undefined
}

export interface AmountColumnSearch {
  profile: TableProfile
  /** The account's. */
  currency: string
  numbers: ColumnNumbers
  flag: DebitCreditColumn | undefined
  /** Makes the question which of several columns is the amount, or which of two is money out. */
  ask: {
    amount(columns: readonly ColumnProfile[]): Error
    way(left: ColumnProfile, right: ColumnProfile): Error
    fee(found: InferredAmountColumns, fee: ColumnProfile): Error
  }
}

/** Does every row fill exactly one of two columns? */
export function isFilledAlternately(
  left: ColumnProfile,
  right: ColumnProfile,
  { series }: ColumnNumbers,
): boolean {
  if (left.filled === 0 || right.filled === 0) return false
  const other = series(right)
  const rows = series(left)
  return rows.filter((amount, row) => Boolean(amount) !== Boolean(other[row])).length >= rows.length * 0.95
}
