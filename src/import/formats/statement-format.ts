/**
 * Defines the interface that every structured format implements, and the shape of its entries.
 * @see docs/import.md#9-formats-besides-csv
 */

import type { Direction } from '../../tables/cells/vocabulary.ts'
import type { FormatName } from '../../tables/file-record.ts'
import type { TextRange } from '../../tables/text/text-lines.ts'
import type { FigureName } from '../../tables/words/figure-terms.ts'
import type { SkippedLine } from '../model/statement.ts'

/** A transaction as the file writes it, before any value is parsed. */
export interface StatementEntry {
  /** The offset in the text, and the line number. */
  at: number
  line: number
  date: string
  amount: string
  /** The direction of the money, if the format states it next to the amount. */
  direction: Exclude<Direction, 'neutral'> | undefined
  /** Empty if only the statement names the currency. */
  currency: string
  payee: string
  notes: string
  /** More text from the bank. */
  details?: string
  /** The full name if the payee field was too short for it; the merchant is extracted from it first. */
  longName?: string
  ref: string
  status: 'booked' | 'pending' | 'information'
  /** Why the entry cannot be read at all. */
  invalidReason?: string
}

/** A statement: the entries of one account over some days. */
export interface StatementSection {
  /** Empty if the file does not name the account. */
  account: string
  currency: string
  /** The offsets of its beginning and end, and the number of its first line. */
  at: number
  line: number
  end: number
  /** The number of entries. */
  entries: number
  closing: StatedBalance | undefined
  /** The other figures that the statement states about its entries; absent for none. */
  figures?: readonly WrittenFigure[]
}

/** A figure as the file writes it; a number of entries has no direction. */
export interface WrittenFigure {
  name: FigureName
  amount: string
  direction?: StatementEntry['direction']
}

/** The closing balance as the file writes it. */
export interface StatedBalance {
  date: string
  amount: string
  direction: StatementEntry['direction']
  currency: string
}

/** The statements of a file without their entries. */
export interface StatementIndex {
  sections: StatementSection[]
  skipped: SkippedLine[]
}

/** A structured statement format. */
export interface StatementFormat {
  name: Exclude<FormatName, 'CSV'>
  buildIndex(text: string): StatementIndex
  /** True if the file ends before its last statement does; undefined if the format does not show it. */
  isCut?(text: string): boolean
  /** Yields the entries of a range that begins with a statement or an entry. */
  readEntries(text: string, within: TextRange): Generator<StatementEntry>
  /**
   * How the format writes dates, and a parser to `YYYY-MM-DD`; undefined if the order of the numbers is open.
   */
  dates: { format: string; read(date: string): string | undefined } | undefined
  /**
   * `direction`: amounts are unsigned and the direction decides. `amount`: the amount has a sign, the
   * direction is only evidence.
   */
  sign: 'direction' | 'amount'
}
