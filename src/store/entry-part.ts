/** Defines what one transaction of a history entry changed, and counts it. */

import { decodeChangeset } from './decode-changeset.ts'

/** The first and last key of the new rows of a table, by table. */
export type InsertedRanges = Partial<
  Record<'transactions' | 'batches', readonly [first: number, last: number]>
>

/** What one transaction of an entry changed. */
export interface EntryPart {
  inserted: InsertedRanges
  /** Every other change, in SQLite's changeset format. */
  changeset: Uint8Array
}

/** The number of changed rows by table. */
export type RowCounts = Readonly<Record<string, number>>

/** Tables whose rows are counted with those they belong to. */
const uncounted = new Set(['split_lines', 'explicit_categorizations', 'batches'])

/** Returns the number of rows that were inserted, updated or deleted, by table. */
export function countChanges({ inserted, changeset }: EntryPart): RowCounts {
  const counts = new Map<string, number>()
  const add = (table: string, count: number): void => {
    if (!uncounted.has(table)) counts.set(table, (counts.get(table) ?? 0) + count)
  }
  for (const [table, [first, last]] of Object.entries(inserted)) add(table, last - first + 1)
  for (const { table, operation, before } of decodeChangeset(changeset)) {
    const [first, last] = inserted[table as keyof EntryPart['inserted']] ?? [0, -1]
    const isNew = operation === 'update' && Number(before[0]) >= first && Number(before[0]) <= last
    // Each part of an import updates the same row of its journal.
    if (!isNew && !(table === 'imports' && operation === 'update')) add(table, 1)
  }
  return Object.fromEntries(counts)
}
