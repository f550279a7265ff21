/**
 * A bank's file, understood: what it is, how it is read, and its rows one after the other.
 * @see docs/import.md#1-pipeline-and-invariants
 */

import type { BalanceModel, DatedBalance } from './balance.ts'
import type { FileAccount } from './file-account.ts'
import type { DecimalSeparator, MappedColumn } from './read-options.ts'
import type { SignProof } from './sign-convention.ts'
import type { StatementRow } from './statement-row.ts'
import type { SkippedLine } from './table-bounds.ts'

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
