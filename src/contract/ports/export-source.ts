/**
 * Defines what exports and archives read of a workspace, without loading all of it.
 * @see docs/export.md
 */

import type { MinorUnits } from '../../money/minor-units.ts'

/** A line of a transaction that is exported. */
export interface ExportLine {
  amount: MinorUnits
  /** null with `ready_to_assign` false: uncategorized. */
  category_id: string | null
  ready_to_assign: boolean
  notes: string | null
}

/** A transaction that is exported. A transfer comes once for each side. */
export interface ExportTransaction {
  id: string
  date: string
  amount: MinorUnits
  account_id: string
  merchant_id: string | null
  notes: string | null
  status: 'pending' | 'cleared' | 'reconciled'
  review_status: 'reviewed' | 'needs_review'
  transfer_account_id: string | null
  /** The other side of a transfer; null on a service that does not tell it. */
  transfer_id: string | null
  /** One line without splits. */
  lines: readonly ExportLine[]
  is_split: boolean
  created_at: string
  updated_at: string
}

/** Which transactions are exported. */
export interface ExportQuery {
  since?: string | undefined
  until?: string | undefined
  account_ids?: readonly string[] | undefined
}

/** What exports read of a workspace. */
export interface ExportSource {
  /**
   * Keeps everything that is read from now on at one state of the workspace, names and months too, until the
   * connection closes. A service has no such states: there it does nothing.
   */
  openSnapshot(): void
  /** Yields the live transactions page by page, by date and order of creation, the earliest first. */
  listTransactions(query: ExportQuery): AsyncIterable<readonly ExportTransaction[]>
  /** Returns the balances of the accounts before a date. */
  listBalancesBefore(date: string): Promise<ReadonlyMap<string, MinorUnits>>
}

/** A value in an archive. */
export type ArchiveValue = string | number | boolean | null | readonly ArchiveValue[] | ArchiveFact

/** One fact: a row of a table, with its fields in the order in which they are written. */
export interface ArchiveFact {
  readonly [field: string]: ArchiveValue
}

/** Facts that stand in one file. */
export interface ArchiveTable {
  /** E.g. `accounts` or `transactions/2026-11`. */
  name: string
  /** They can be read once, before the next table. */
  facts: Iterable<ArchiveFact>
}

/** What an archive is about. */
export interface ArchiveSummary {
  workspace_id: string
  /** null where the service does not tell it. */
  name: string | null
  currency: string
  /** What a remote service does not tell; empty for a local workspace. */
  lacks: readonly string[]
}

/** What archives read of a workspace. */
export interface ArchiveSource {
  readSummary(): Promise<ArchiveSummary>
  /** Yields the tables in the order of their names in docs/export.md, transactions by month. */
  listTables(): AsyncIterable<ArchiveTable>
}
