/** Declares what writers of exports are given: a workspace with its names and transactions. */

import type { ExportTransaction } from '../contract/ports/export-source.ts'
import type { BudgetMonth } from '../contract/ports/report-source.ts'
import type { MinorUnits } from '../money/minor-units.ts'

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
  /** Yields transactions by date and order of creation; `account_ids` selects some of the chosen accounts. */
  listTransactions(account_ids?: readonly string[]): AsyncIterable<readonly ExportTransaction[]>
}

/** Writes an export as chunks of text. */
export type ExportWriter = (facts: ExportFacts) => AsyncIterable<string>
