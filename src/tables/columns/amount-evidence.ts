/**
 * Defines what the amounts of a file are inferred from, the reader that results, and the amounts it reads.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#amount-columns
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import { type AmountNotation, isEmptyAmount, parseAmountCell } from '../cells/amount-cell.ts'
import type { BalanceModel, FileRecord, SignProof, SignRule } from '../file-record.ts'
import type { DecimalSeparator, ReadOptions } from '../read-options.ts'
import type { BalanceProof, ColumnNumbers } from './balance-evidence.ts'
import type { ColumnProfile, TableProfile } from './column-profile.ts'
import type { DebitCreditColumn } from './debit-credit-column.ts'
import type { RowOrder } from './running-balance.ts'

/** Reads the running balance of a row. A debt is negative. */
export interface BalanceReader extends BalanceModel {
  /** The share of the sampled steps that is explained, from 0 to 1. */
  share: number
  read(cells: readonly string[]): MinorUnits | undefined
}

/** Reads the signed amount of a row. */
export interface AmountReader {
  columns: AmountColumns
  debitCreditColumn: DebitCreditColumn | undefined
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
export type AmountInference = AmountEvidence & Pick<AmountColumnSearch, 'debitCreditColumn' | 'numbers'>

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
  /** The account's currency for one of the other, or the other for one of the account's. */
  rate?: ColumnProfile
  inverse_rate?: ColumnProfile
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
  debitCreditColumn: DebitCreditColumn | undefined
  /** Each returns the error that asks the user which column is meant. */
  ask: {
    amount(columns: readonly ColumnProfile[]): Error
    direction(left: ColumnProfile, right: ColumnProfile, balance?: ColumnProfile): Error
    fee(found: InferredAmountColumns, fee: ColumnProfile): Error
    other(problem: UnlikelyAmounts, columns: readonly ColumnProfile[]): Error
  }
}

/** Why the amounts of a file cannot be meant. */
export interface UnlikelyAmounts {
  message: string
  /** What to do if no other column has numbers. */
  hint: string
  /** The columns that can be imported nevertheless. */
  asTheyAre?: AmountColumns
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

/** Why a cell holds no amount in the account's currency. */
export interface AmountProblem {
  kind: 'invalid'
  message: string
  column: number
  field: string
  /** True if it is an amount in another currency. */
  isForeign?: boolean
}

/** The amount of a row, or why there is none. */
export type RowAmount =
  | { kind: 'amount'; minor: MinorUnits }
  | AmountProblem
  | { kind: 'neutral' }
  | { kind: 'empty' }

/** The amount of one cell, or why there is none. */
export type ColumnAmount =
  | { kind: 'amount'; minor: MinorUnits; isExplicitCredit: boolean }
  | AmountProblem
  | { kind: 'empty' }

/** Returns the amount of one cell. */
export function readColumnAmount(
  cells: readonly string[],
  column: ColumnProfile,
  { notation, field }: { notation: AmountNotation; field: string },
): ColumnAmount {
  const cell = cells[column.index]
  if (cell === undefined || isEmptyAmount(cell)) return { kind: 'empty' }
  const parsed = parseAmountCell(cell, notation)
  if ('invalidReason' in parsed)
    return {
      kind: 'invalid',
      message: parsed.invalidReason,
      column: column.index + 1,
      field,
      ...(parsed.isForeign && { isForeign: true }),
    }
  return { kind: 'amount', minor: parsed.minor, isExplicitCredit: parsed.isExplicitCredit }
}

/** Returns the amount minus the fee in the same row, whatever the sign of the fee. */
export function subtractFee(
  minor: MinorUnits,
  cells: readonly string[],
  { fee, notation }: { fee: ColumnProfile | undefined; notation: AmountNotation },
): RowAmount {
  const feeAmount = fee && readColumnAmount(cells, fee, { notation, field: 'fee' })
  if (!feeAmount || feeAmount.kind === 'empty') return { kind: 'amount', minor }
  if (feeAmount.kind === 'invalid') return feeAmount
  return { kind: 'amount', minor: feeAmount.minor < 0n ? minor + feeAmount.minor : minor - feeAmount.minor }
}
