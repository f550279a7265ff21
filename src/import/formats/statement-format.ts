/**
 * What the formats whose fields have names of their own share: statements of accounts, each with its transactions.
 * @see docs/import.md#9-formats-besides-csv
 */

import type { FormatName, SkippedLine } from '../model/statement.ts'
import type { Direction } from '../text/vocabulary.ts'

/** A transaction as the file writes it. */
export interface StatementEntry {
  /** Where it begins in the text, and on which line. */
  at: number
  line: number
  date: string
  amount: string
  /** Which way money went, where the format says so beside the amount. */
  direction: Exclude<Direction, 'neutral'> | undefined
  /** Empty where only the statement names it. */
  currency: string
  payee: string
  notes: string
  /** More of the bank's text. */
  details?: string
  /** Where the merchant is looked for before the payee: a name that the payee's field was too short for. */
  named?: string
  ref: string
  status: 'booked' | 'pending' | 'information'
  /** Why the record cannot be understood at all. */
  invalidReason?: string
}

/** A statement: some days of one account. */
export interface StatementSection {
  /** Empty where the file does not name the account. */
  account: string
  currency: string
  /** Where it begins in the text, on which line, and where it ends. */
  at: number
  line: number
  end: number
  /** How many transactions it holds. */
  entries: number
  closing: StatedBalance | undefined
}

/** The balance a statement ends with, as the file writes it. */
export interface StatedBalance {
  date: string
  amount: string
  direction: StatementEntry['direction']
  currency: string
}

/** A file without its transactions. */
export interface StatementIndex {
  sections: StatementSection[]
  skipped: SkippedLine[]
}

/** A part of a text. */
export interface TextRange {
  at: number
  line: number
  end: number
}

/** What is known about a format. */
export interface StatementFormat {
  name: Exclude<FormatName, 'CSV'>
  buildIndex(text: string): StatementIndex
  /** The transactions of a part of the text that begins with a statement or with one of them. */
  readEntries(text: string, within: TextRange): Generator<StatementEntry>
  /** How dates are written, and a date as `YYYY-MM-DD`; undefined where the format leaves the order of its numbers open. */
  dates: { format: string; read(date: string): string | undefined } | undefined
  /** `direction`: amounts have no sign, the direction is it. `amount`: the amount has a sign; a direction only bears witness. */
  sign: 'direction' | 'amount'
}
