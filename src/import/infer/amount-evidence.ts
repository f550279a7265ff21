/**
 * What the amounts of a file are settled from, and how they are read then.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { type MinorUnits } from '../../money/minor-units.ts'
import { type DecimalSeparator, type ReadOptions } from '../model/read-options.ts'
import { type BalanceModel, type FileRecord, type SignProof, type SignRule } from '../model/statement.ts'
import { type AmountNotation } from '../text/amount-cell.ts'
import { type BalanceProof, type ColumnNumbers } from './balance-evidence.ts'
import { type ColumnProfile, type TableProfile } from './column-profile.ts'
import { type DebitCreditColumn } from './debit-credit-column.ts'
import { type RowAmount } from './row-amount.ts'
import { type RowOrder } from './running-balance.ts'

/** The balances of a file: how they follow its amounts, and the one beside a row. A debt is below zero. */
export interface BalanceReader extends BalanceModel {
  read(cells: readonly string[]): MinorUnits | undefined
}

export interface AmountReader {
  columns: AmountColumns
  flag: DebitCreditColumn | undefined
  decimalSeparator: DecimalSeparator | undefined
  sign: SignProof
  rule: SignRule
  read(cells: readonly string[]): RowAmount
  /** undefined where no column is a running balance. */
  balances: BalanceReader | undefined
}

export interface AmountEvidence {
  profile: TableProfile
  options: ReadOptions
  currency: string
  /** The records after those of the sample. */
  remaining(): Iterable<FileRecord>
  order: RowOrder
  /** The days of the file run one way only. */
  isOrderClear: boolean
  /** They do so often enough that no balance is followed backwards. */
  isOrderFirm: boolean
  date: ColumnProfile
  /** The day of each sampled record. */
  days: readonly string[]
  /** What stands above the table. */
  preamble: readonly FileRecord[]
  /** The columns a person named; then nothing is looked for. */
  named?: { money: AmountColumns; flag: ColumnProfile | undefined }
}

export type AmountInference = AmountEvidence & { flag: DebitCreditColumn | undefined; numbers: ColumnNumbers }

export interface AmountReaderContext extends AmountInference {
  found: InferredAmountColumns
  form: AmountNotation
}

export type SignedAmountReader = Pick<AmountReader, 'sign' | 'rule' | 'read'>

// MERGED /**  * What the search for the money of a file works with, and what it finds.  * @see docs/import.md#3-dates-numbers-signs  * @see docs/import.md#10-rules-found-with-unseen-files  */
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
