/** Defines the records of a text file, and what is found out about their dates, signs and balances. */

import type { MinorUnits } from '../money/minor-units.ts'

/** The format of a bank file; CSV stands for any table. */
export type FormatName = 'CSV' | 'OFX' | 'QIF' | 'CAMT' | 'MT940'

/** A record of a text file: its cells, its raw text and the line it starts on. */
export interface FileRecord {
  /** The 1-based line of the file. */
  line: number
  /** The record as it is in the file. */
  raw: string
  cells: string[]
  /** The byte offset if a block begins with this record, i.e. if the file can be re-read from here. */
  resumeAt: number | undefined
  /** The text of the continuation lines below it. */
  continuation?: string
  /** Why the record is invalid: its quotes or its size. */
  invalidReason?: string
}

/** Where the table of a file begins. */
export interface TableBounds {
  header: FileRecord | undefined
  /** The index of the first record of the table within the sample. */
  first: number
}

/** A parser for dates that need context, e.g. dates without a year. */
export interface CellDates {
  /** The 0-based indexes of the date columns. */
  columns: ReadonlySet<number>
  /** Returns the date of a cell of a line as `YYYY-MM-DD`. */
  read(cell: string, line: number): string | undefined
  /** How the dates are written. */
  format: string
  /** The year of the newest date, if dates have no year. */
  year?: number
}

/**
 * How the sign of an amount is derived. `unsigned_out`: a plus means incoming, no sign means outgoing.
 * `flagged`: the debit/credit column decides.
 * @see docs/import.md#3-dates-numbers-signs
 */
export type SignRule = 'as_is' | 'inverted' | 'unsigned_out' | 'flagged'

/** What proved the sign. `choice`: the user; `signs`: both signs occur as usual in an account. */
export type SignProof = 'choice' | 'balance' | 'flag' | 'columns' | 'plus' | 'words' | 'signs' | 'mapping'

/** The sign convention of a file and its proof. */
export interface SignConvention {
  rule: SignRule
  proof: SignProof
}

/** How the running balances of a file relate to its amounts. */
export interface BalanceModel {
  order: 'rising' | 'falling'
  /** Whether a row shows the balance after or before its amount. */
  position: 'after' | 'before'
  /** True if the rows may be in any order. False if only their order proves the sign. */
  isOrderIndependent: boolean
  /** True if no row shows its direction, so that a single opposite row is visible in the balance only. */
  isUnsigned?: boolean
}

/** The balance at the end of a day, in minor units. */
export interface DatedBalance {
  date: string
  minor: MinorUnits
}
