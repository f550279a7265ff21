/** Declares the entries of double-entry bookkeeping from which journals are written. */

import type { ExportTransaction } from '../contract/ports/export-source.ts'
import type { MinorUnits } from '../money/minor-units.ts'

/** How far the bank has confirmed an entry. */
export type EntryStatus = ExportTransaction['status']

/** One line of an entry. */
export interface Posting {
  account: string
  /** Positive for money that comes into the account. */
  amount: MinorUnits
  notes?: string | null
  /** Of the accounts of the workspace: how far the bank has confirmed it. */
  status?: EntryStatus
  /** Moves money between envelopes, not between accounts. */
  isEnvelope?: true
}

/** A dated entry whose postings add up to zero; those of envelopes do so by themselves. */
export interface Entry {
  kind: 'entry'
  date: string
  /** The transactions it comes from: two for a transfer, none for what the export adds. */
  ids: readonly string[]
  payee: string
  /** undefined for the payees that the export adds. */
  merchant_id: string | undefined
  notes: string | null
  postings: readonly Posting[]
}

/** The balances of accounts at the end of a date. */
export interface BalanceCheck {
  kind: 'balances'
  date: string
  balances: readonly { account: string; balance: MinorUnits }[]
}

/** What a journal consists of, in the order of dates. */
export type JournalItem = Entry | BalanceCheck

/** The payees of entries that have no merchant. */
export const payees = {
  none: 'No merchant',
  transfer: 'Transfer',
  opening: 'Opening balances',
  balances: 'Balances',
  turn: 'Month turn',
  assigned: 'Assigned',
  monthEnd: 'Month end',
} as const
