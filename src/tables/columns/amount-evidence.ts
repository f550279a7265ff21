/**
 * Defines what the amounts of a file are inferred from, and the reader that results.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#amount-columns
 */

import { type MinorUnits } from '../../money/minor-units.ts'
import { type AmountNotation } from '../cells/amount-cell.ts'
import { type BalanceModel, type FileRecord, type SignProof, type SignRule } from '../file-record.ts'
import { type DecimalSeparator, type ReadOptions } from '../read-options.ts'
import { type BalanceProof, type ColumnNumbers } from './balance-evidence.ts'
import { type ColumnProfile, type TableProfile } from './column-profile.ts'
import { type DebitCreditColumn } from './debit-credit-column.ts'
import { type RowAmount } from './row-amount.ts'
import { type RowOrder } from './running-balance.ts'

/** Reads the running balance of a row. A debt is negative. */
export interface BalanceReader extends BalanceModel {
  read(cells: readonly string[]): MinorUnits | undefined
}

/** Reads the signed amount of a row. */
export interface AmountReader {
  columns: AmountColumns
  flag: DebitCreditColumn | undefined
  decimalSeparator: DecimalSeparator | undefined
  sign: SignProof
  rule: SignRule
  read(cells: readonly string[]): RowAmount
  /** Reads the running balance; undefined if no column holds one. */
  balances: BalanceReader | undefined
}

/** What is known about a table before its amounts are inferred. */
export interface AmountEvidence {
  profile: TableProfile
  options: ReadOptions
  currency: string
  /** Yields the records after the sample. */
  remaining(): Iterable<FileRecord>
  order: RowOrder
  /** True if the dates run in one direction only. */
  isOrderClear: boolean
  /** True if the date changes often enough that the balances are checked in this direction only. */
  isOrderFirm: boolean
  date: ColumnProfile
  /** The date of each sampled record. */
  days: readonly string[]
  /** The lines above the table. */
  preamble: readonly FileRecord[]
  /** The columns that the user mapped; then none are inferred. */
  named?: { money: AmountColumns; flag: ColumnProfile | undefined }
}

/** The evidence together with the debit/credit column and the numbers of all columns. */
export type AmountInference = AmountEvidence & { flag: DebitCreditColumn | undefined; numbers: ColumnNumbers }

/** Everything needed to build the reader of one amount. */
export interface AmountReaderContext extends AmountInference {
  found: InferredAmountColumns
  notation: AmountNotation
}

/** The part of an AmountReader that depends on the sign. */
export type SignedAmountReader = Pick<AmountReader, 'sign' | 'rule' | 'read'>

/** The amount columns of a table: either `amount`, or `in` and `out`. */
export interface AmountColumns {
  amount?: ColumnProfile
  in?: ColumnProfile
  out?: ColumnProfile
  balance?: ColumnProfile
  fee?: ColumnProfile
}

/** The inferred amount columns, with the balance that proves them if there is one. */
export interface InferredAmountColumns {
  columns: AmountColumns
  proof: BalanceProof<AmountColumns> | undefined
}

/** The input of the search for amount columns. */
export interface AmountColumnSearch {
  profile: TableProfile
  /** The currency of the account. */
  currency: string
  numbers: ColumnNumbers
  flag: DebitCreditColumn | undefined
  /** Each returns the error that asks the user which column is meant. */
  ask: {
    amount(columns: readonly ColumnProfile[]): Error
    direction(left: ColumnProfile, right: ColumnProfile): Error
    fee(found: InferredAmountColumns, fee: ColumnProfile): Error
  }
}

/** True if nearly every row fills exactly one of the two columns. */
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
