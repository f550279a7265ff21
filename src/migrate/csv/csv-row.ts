/** Defines a row of another program's table as values, and how it is read. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { AmountFormat } from '../../tables/cells/amount-format.ts'
import type { SourceTransaction } from '../source-budget.ts'
import type { CsvCells } from './csv-cells.ts'

/** One side of a row: most rows have one, a transfer between two own accounts has two. */
export interface CsvRow {
  account: string
  /** The other account, if the row is a transfer between two accounts that it names. */
  otherAccount: string | undefined
  /** Texts that may be the name of the other account, the likeliest first. */
  maybeOtherAccounts: readonly string[]
  date: string
  amount: MinorUnits
  payee: string
  notes: string
  group: string
  category: string
  status: SourceTransaction['status']
  /** What the program calls the row, in lower case. */
  type: string
  /** The program calls it a transfer or a card payment. */
  isTransfer: boolean
  isStartingBalance: boolean
  /** Of a line of a split transaction: which one, and what is noted of all of it. */
  split?: { key: string; notes: string }
  /** The table says that the account owes money. */
  isLiability?: boolean
}

/** How the amounts of a column become money out below zero and money in above it. */
export interface SignRule {
  /** Whether amounts are turned, by what the row says of its direction. */
  turned: Readonly<Record<'out' | 'in' | 'other', boolean>>
  /** Types of rows, in lower case, that say nothing of their direction and are spent. */
  spentTypes: ReadonlySet<string>
}

/** How the rows of a file are read. */
export interface CsvReading {
  money: AmountFormat
  parseDate(cell: string): string
  /** `columns`: money out and money in have columns of their own. */
  sign: 'columns' | SignRule
  areOutflowsNegative: boolean
  /** By what the fee of a row is multiplied before it is added to the amount: 0 if the amount contains it. */
  feeFactor: -1n | 0n | 1n
  findAccount(row: CsvCells): string
  /** True for the currency of the workspace, and for an empty cell. */
  isOwnCurrency(currency: string): boolean
  /** True for a row in the currency of the workspace. */
  isRowTaken(row: CsvCells): boolean
}

/** Sorts by date. */
export const compareDates = (a: { date: string }, b: { date: string }): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : 0
