/**
 * Defines Statement and StatementRow, the common form of every bank file after reading.
 * @see docs/import.md#1-pipeline-and-invariants
 */

import { type RowError } from '../../contract/errors.ts'
import { type MinorUnits } from '../../money/minor-units.ts'
import type { BalanceModel, DatedBalance, FormatName, SignProof } from '../../tables/file-record.ts'
import { type DecimalSeparator, type MappedColumn } from '../../tables/read-options.ts'
import type { FigureName } from '../../tables/words/figure-terms.ts'

/** A bank file after reading: what it is, how it is read, and its rows. */
export interface Statement {
  format: FormatName
  encoding: string
  /** The account the file names; undefined if it names none. */
  account: string | undefined
  /** The accounts in the file that are not imported. */
  other_accounts: readonly Pick<FileAccount, 'name' | 'entries'>[]
  /** The character between the cells of `raw`. */
  delimiter: string
  /** The lines that are not rows of the table, with the reason. */
  skipped: SkippedLine[]
  /** The header; undefined for a file without one. */
  header: { line: number; cells: readonly string[]; raw: string } | undefined
  /** The column of each field; empty for structured formats. */
  mapping: MappedColumn[]
  /** An order such as `dmy`, a style such as `name` or `compact`, or the format the user gave. */
  date_format: string
  /** The year of the newest row, if dates have no year. */
  year?: number | undefined
  /** undefined if no amount has a separator. */
  decimal: DecimalSeparator | undefined
  /** What proved the direction of the amounts. */
  sign: SignProof
  /** The currency the file names; undefined if it names none. */
  currency: string | undefined
  /** Up to three words with non-ASCII letters, which show whether the encoding is right. */
  words: string[]
  /** Yields all rows in file order, from the beginning or from a checkpoint. It can be called repeatedly. */
  rows(from?: Checkpoint, omitted?: OmittedFields): Generator<StatementRow>
  /** Returns the cells of a row in header order; empty for structured formats. */
  cells(row: Pick<StatementRow, 'raw' | 'line'>): readonly string[]
  /** How the running balances follow the amounts; undefined if they do not. */
  balances: BalanceModel | undefined
  /** The closing balance that the file states outside its rows. */
  closing: DatedBalance | undefined
  /** What the file states about its rows, in file order; a file may have several statements. */
  stated: readonly StatedSection[]
}

/** The figures of one statement of a file, and the lines that hold its rows: from the first up to the next statement. */
export interface StatedSection {
  account: string
  from: number
  figures: readonly StatedFigure[]
  /** True if the file ends before this statement does. */
  isCut?: boolean
  /** True if balances may be those of a debt, so that spending raises them. */
  mayBeDebt?: boolean
}

/** A figure that a file states about its rows. */
export interface StatedFigure {
  name: FigureName
  /** An amount in minor units, sums without sign; or a number of rows. */
  value: MinorUnits
  line: number
}

/**
 * A position from which the rows of a file can be re-read: the byte or text offset, and the line and row that
 * begin there.
 */
export interface Checkpoint {
  at: number
  line: number
  row: number
}

/**
 * The fields a pass over the rows does not need, because computing them takes time. They may be set anyway.
 */
export interface OmittedFields {
  /** `payee` and `notes` may be the bank's own text. */
  merchants?: true
  balances?: true
}

/** Omits everything but the bank's text, which identifies a row. */
export const bankTextOnly: OmittedFields = { merchants: true, balances: true }

/** The checkpoint at the beginning of the file. */
export const fileStart: Checkpoint = { at: 0, line: 1, row: 1 }

/** The result of reading a record, before duplicates are searched. */
export type RowDisposition = 'ready' | 'pending' | 'excluded' | 'rejected' | 'other_currency'
/** A transaction of a bank file. */
export interface StatementRow {
  /** 1-based, counted from the first record after the header. */
  row: number
  /** The 1-based line of the file. */
  line: number
  disposition: RowDisposition
  /** `YYYY-MM-DD`; empty if the record has no readable date. */
  date: string
  /** A decimal string with the currency's decimals; empty if the record has no readable amount. */
  amount: string
  /** The amount in minor units. */
  minor: MinorUnits | undefined
  /** The running balance in minor units; a debt is negative. */
  balance: MinorUnits | undefined
  /** The merchant and notes to import. */
  payee: string
  notes: string
  /** The bank's own text, by which a row is recognized in later imports. */
  raw_payee: string
  raw_notes: string
  details: string
  ref: string
  status: string
  /** Why the row was set aside; empty if it is ready. */
  reason: string
  /** What is wrong with a rejected row. */
  problem?: RowError
  further_problems?: readonly RowError[]
  /** The record as it is in the file. */
  raw: string
  /** The offset from which the file can be re-read at this row, as in Checkpoint; undefined for most rows. */
  resumeAt: number | undefined
  /**
   * Set if the row has no date and no term that explains it: a footer at the end of the file, otherwise a bad
   * row.
   */
  dateless?: true
}

/** An account of a file, as the file names it. */
export interface FileAccount {
  /** Empty if the file names no account. */
  name: string
  /** Empty if the file names no currency. */
  currency: string
  /** The number of its rows. */
  entries: number
}

/** A line of the file that is not a row of the table. */
export interface SkippedLine {
  line: number
  raw: string
  why: string
}
