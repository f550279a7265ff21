/** One row of a bank statement, as it was read. */

/** Where a record of a file ends up before duplicates are looked for. */

import type { RowError } from '../../contract/errors.ts'
import type { MinorUnits } from '../../money/minor-units.ts'

export type RowDisposition = 'ready' | 'pending' | 'excluded' | 'rejected' | 'other_currency'
/** A record of a bank's file, understood. */

export interface StatementRow {
  /** Counts the records after the header from 1. */
  row: number
  /** Counts the file's lines from 1. */
  line: number
  bin: RowDisposition
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
  opens: number | undefined
  /** No date, no word that explains it: a footer at the end of the file, a bad row before it. */
  dateless?: true
}
