/** Defines what archives read of a workspace: every fact, table by table, in an order that never changes. */

/** A value in an archive. */
export type ArchiveValue = string | number | boolean | null | readonly ArchiveFact[]

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
