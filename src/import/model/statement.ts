/**
 * A bank's file, understood: what it is, how it is read, and its rows one after the other.
 * @see docs/import.md#1-pipeline-and-invariants
 */

import { type RowError } from '../../contract/errors.ts'
import { type MinorUnits } from '../../money/minor-units.ts'
import { type DecimalSeparator, type MappedColumn } from './read-options.ts'

export interface Statement {
  format: FormatName
  encoding: string
  /** The account the file says its rows belong to; undefined where it says none. */
  account: string | undefined
  /** The other accounts whose rows the file holds and that are not read. */
  other_accounts: readonly Pick<FileAccount, 'name' | 'entries'>[]
  /** The character between the cells of `raw`. */
  delimiter: string
  /** The lines that are no rows of the table, and why. */
  skipped: SkippedLine[]
  /** The header's line and cells; undefined for a file without one. */
  header: { line: number; cells: readonly string[]; raw: string } | undefined
  /** Which column holds what; empty for a format whose fields have names of their own. */
  mapping: MappedColumn[]
  /** How dates are written: an order such as `dmy`, `name`, `compact`, or the format a person named. */
  date_format: string
  /** The year of the newest row, where dates have none. */
  year?: number | undefined
  /** undefined: no amount has a separator. */
  decimal: DecimalSeparator | undefined
  /** What settled which amounts come in and which go out. */
  sign: SignProof
  /** The currency the file names; undefined when it names none. */
  currency: string | undefined
  /** Up to three words beyond ASCII: they show whether the encoding is right. */
  words: string[]
  /** Every record after the header, in the file's order, from the beginning or from a place. Can be called again. */
  rows(from?: Checkpoint, unread?: OmittedFields): Generator<StatementRow>
  /** The cells of a row, in the order of the header; none for a format without columns. */
  cells(row: Pick<StatementRow, 'raw'>): readonly string[]
  /** How the balances beside the rows follow their amounts; undefined where none do. */
  balances: BalanceModel | undefined
  /** The balance that the file states as its last, apart from its rows. */
  closing: DatedBalance | undefined
}

/** A place within a file from which its rows can be read: a byte of it or a sign of its text, and the line and row that begin there. */
export interface Checkpoint {
  at: number
  line: number
  row: number
}

/** What a pass over the rows does without. It may be there all the same; reading it takes time. */
export interface OmittedFields {
  /** `payee` and `notes` may be the bank's words. */
  merchants?: true
  balances?: true
}

/** The bank's words alone: what a row is known by. */
export const bankTextOnly: OmittedFields = { merchants: true, balances: true }

/** The place before everything. */
export const fileStart: Checkpoint = { at: 0, line: 1, row: 1 }
/** What a file of a bank can be; CSV stands for every table. */

export type FormatName = 'CSV' | 'OFX' | 'QIF' | 'CAMT' | 'MT940'

// MERGED /** One row of a bank statement, as it was read. */  /** Where a record of a file ends up before duplicates are looked for. */
export type RowDisposition = 'ready' | 'pending' | 'excluded' | 'rejected' | 'other_currency'
/** A record of a bank's file, understood. */

export interface StatementRow {
  /** Counts the records after the header from 1. */
  row: number
  /** Counts the file's lines from 1. */
  line: number
  disposition: RowDisposition
  /** `YYYY-MM-DD`; empty where the record has no date that can be read. */
  date: string
  /** A decimal string with the currency's decimals; empty where the record has no amount that can be read. */
  amount: string
  /** The same in minor units. */
  minor: MinorUnits | undefined
  /** The balance that stands beside it, in minor units; a debt is below zero. */
  balance: MinorUnits | undefined
  /** What is booked as merchant and notes. */
  payee: string
  notes: string
  /** What the bank says: by it a row is known again, whatever is booked. */
  raw_payee: string
  raw_notes: string
  details: string
  ref: string
  status: string
  /** Why the row was set aside; empty when it is ready. */
  reason: string
  /** What is wrong with a rejected row, and what else is. */
  problem?: RowError
  further_problems?: readonly RowError[]
  /** The record as it stands in the file. */
  raw: string
  /** Where the file can be read again from this row on, as in a Place; undefined for most rows. */
  resumeAt: number | undefined
  /** No date, no word that explains it: a footer at the end of the file, a bad row before it. */
  dateless?: true
}

/** An account of a file, as the file names it. */
export interface FileAccount {
  /** Empty where the file does not name it. */
  name: string
  /** Empty where the file does not tell. */
  currency: string
  /** How many rows it has. */
  entries: number
}

/** What the sign of an amount means, and what settled it. @see docs/import.md#3-dates-numbers-signs */

/** `unsigned_out`: amounts with a plus came in, those without any sign went out. `flagged`: the flag is the sign. */
export type SignRule = 'as_is' | 'inverted' | 'unsigned_out' | 'flagged'

/** What settled the sign: `choice` a person, `signs` that both signs occur as they do in an account. */
export type SignProof = 'choice' | 'balance' | 'flag' | 'columns' | 'plus' | 'words' | 'signs' | 'mapping'

export interface SignConvention {
  rule: SignRule
  proof: SignProof
}

// MERGED /** The balances that stand beside the rows of a statement. */  /** How the balances of a file stand beside its amounts. */
export interface BalanceModel {
  order: 'rising' | 'falling'
  /** Is it the balance after each row, or the one before it? */
  position: 'after' | 'before'
  /** May the rows stand in any order at all? Where the order alone tells the sign, they may not. */
  isOrderIndependent: boolean
  /** No row says which way its money went: one that went the other way than all others shows in the balance only. */
  isUnsigned?: boolean
}

/** What an account holds at the end of a day, in minor units. */

export interface DatedBalance {
  date: string
  minor: MinorUnits
}

/** A record of a text file: its cells, its text and the line it starts on. */

/** Dates that cannot be read by themselves. */

export interface CellDates {
  /** Where they are, counted from 0. */
  columns: ReadonlySet<number>
  /** The date `YYYY-MM-DD` of a cell. */
  read(cell: string): string | undefined
  /** How they are written. */
  format: string
  /** The year of the newest, where they have none. */
  year?: number
}

export interface FileRecord {
  /** Counts the file's lines from 1. */
  line: number
  /** The record as it stands in the file. */
  raw: string
  cells: string[]
  /** The byte at which a block begins with this record: a place from which the file can be read again. */
  resumeAt: number | undefined
  /** The text of the lines under it that continue it. */
  continuation?: string
  /** Why the record cannot be trusted: its quotes or its size. */
  invalidReason?: string
}

// MERGED /** Where the table of a file begins, and the lines outside it. */
export interface SkippedLine {
  line: number
  raw: string
  why: string
}

export interface TableBounds {
  header: FileRecord | undefined
  /** The first record of the table, as an index into the sample. */
  first: number
}
