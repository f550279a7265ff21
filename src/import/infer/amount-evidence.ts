/**
 * What the amounts of a file are settled from, and how they are read then.
 * @see docs/import.md#3-dates-numbers-signs
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { BalanceModel } from '../model/balance.ts'
import type { FileRecord } from '../model/file-record.ts'
import type { DecimalSeparator, ReadOptions } from '../model/read-options.ts'
import type { SignProof, SignRule } from '../model/sign-convention.ts'
import type { AmountNotation } from '../text/amount-cell.ts'
import type { AmountColumns, InferredAmountColumns } from './amount-search.ts'
import type { ColumnNumbers } from './balance-evidence.ts'
import type { ColumnProfile, TableProfile } from './column-profile.ts'
import type { DebitCreditColumn } from './debit-credit-column.ts'
import type { RowAmount } from './row-amount.ts'
import type { RowOrder } from './running-balance.ts'

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
  choices: ReadOptions
  currency: string
  /** The records after those of the sample. */
  beyond(): Iterable<FileRecord>
  order: RowOrder
  /** The days of the file run one way only. */
  isOrderClear: boolean
  /** They do so often enough that no balance is followed backwards. */
  isOrderFirm: boolean
  date: ColumnProfile
  /** The day of each sampled record. */
  days: readonly string[]
  /** What stands above the table. */
  above: readonly FileRecord[]
  /** The columns a person named; then nothing is looked for. */
  named?: { money: AmountColumns; flag: ColumnProfile | undefined }
}

export type AmountInference = AmountEvidence & { flag: DebitCreditColumn | undefined; numbers: ColumnNumbers }

export interface AmountReaderContext extends AmountInference {
  found: InferredAmountColumns
  form: AmountNotation
}

export type SignedAmountReader = Pick<AmountReader, 'sign' | 'rule' | 'read'>
