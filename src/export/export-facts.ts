/** Declares what writers of exports are given: a workspace with its names and transactions. */

import type { BudgetMonth } from '../contract/ports/budget-months.ts'
import type { ExportTransaction } from '../contract/ports/export-source.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { PlannedDate } from './planned.ts'

/** An account that is exported. */
export interface ExportedAccount {
  id: string
  name: string
  type: string
  on_budget: boolean
  closed: boolean
}

/** A category group that is exported. */
export interface ExportedGroup {
  id: string
  name: string
}

/** A category that is exported. */
export interface ExportedCategory {
  id: string
  name: string
  group_id: string
  /** True for the payment category of a card. */
  is_payment: boolean
}

/** The names of a workspace, each kind in the order in which lists show it. */
export interface ExportedNames {
  accounts: readonly ExportedAccount[]
  groups: readonly ExportedGroup[]
  categories: readonly ExportedCategory[]
  /** Returns the name of a merchant; undefined for an unknown id. */
  getMerchantName(id: string): string | undefined
}

/** What is exported. */
export interface ExportFacts extends ExportedNames {
  workspace_id: string
  currency: string
  decimals: number
  /** The first date; undefined for everything. */
  since: string | undefined
  /** The last date; undefined for everything. */
  until: string | undefined
  /** The accounts that the user chose; undefined for all. */
  account_ids: readonly string[] | undefined
  /** The balances of the accounts before `since`; empty for everything. */
  opening_balances: ReadonlyMap<string, MinorUnits>
  /** The budget months, the earliest first, without gaps; undefined when envelopes are left out. */
  months: readonly BudgetMonth[] | undefined
  today: string
  /** The open dates of schedules in their order; empty for a format that holds none. */
  planned: readonly PlannedDate[]
  /** Yields transactions by date and order of creation; `account_ids` selects some of the chosen accounts. */
  listTransactions(account_ids?: readonly string[]): AsyncIterable<readonly ExportTransaction[]>
}

/** Writes an export as chunks of text. */
export type ExportWriter = (facts: ExportFacts) => AsyncIterable<string>

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
  /** When it is repeated, in the words of hledger; undefined for what happened. */
  period?: string
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
