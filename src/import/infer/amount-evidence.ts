/** What the amounts of a file are settled from, and how they are read then. */ // import.md §3

import type { Minor } from '../../money/minor-units.ts'
import type { BalanceModel } from '../model/balance.ts'
import type { FileRecord } from '../model/file-record.ts'
import type { Choices, DecimalMark } from '../model/read-options.ts'
import type { SignProof, SignRule } from '../model/sign-convention.ts'
import type { MoneyForm } from '../text/amount-cell.ts'
import type { FoundMoney, MoneyColumns } from './amount-search.ts'
import type { Numbers } from './balance-evidence.ts'
import type { Column, Profile } from './column-profile.ts'
import type { Flag } from './debit-credit-column.ts'
import type { RowAmount } from './row-amount.ts'
import type { TimeOrder } from './running-balance.ts'

/** The balances of a file: how they follow its amounts, and the one beside a row. A debt is below zero. */
export interface FileBalances extends BalanceModel {
  read(cells: readonly string[]): Minor | undefined
}

export interface AmountReading {
  columns: MoneyColumns
  flag: Flag | undefined
  mark: DecimalMark | undefined
  sign: SignProof
  rule: SignRule
  read(cells: readonly string[]): RowAmount
  /** undefined where no column is a running balance. */
  balances: FileBalances | undefined
}

export interface AmountEvidence {
  profile: Profile
  choices: Choices
  currency: string
  /** The records after those of the sample. */
  beyond(): Iterable<FileRecord>
  order: TimeOrder
  /** The days of the file run one way only. */
  isOrderClear: boolean
  /** They do so often enough that no balance is followed backwards. */
  isOrderFirm: boolean
  date: Column
  /** The day of each sampled record. */
  days: readonly string[]
  /** What stands above the table. */
  above: readonly FileRecord[]
  /** The columns a person named; then nothing is looked for. */
  named?: { money: MoneyColumns; flag: Column | undefined }
}

export type Settling = AmountEvidence & { flag: Flag | undefined; numbers: Numbers }

export interface Settled extends Settling {
  found: FoundMoney
  form: MoneyForm
}

export type MoneyReading = Pick<AmountReading, 'sign' | 'rule' | 'read'>
