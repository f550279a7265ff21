/** Finds the later entries that changed the same rows as an entry. @see docs/history.md#2-on-this-machine-changesets */

import { decodeChangeset } from '../../store/decode-changeset.ts'
import type { EntryPart, InsertedRanges } from '../../store/entry-part.ts'
import type { EntryRow } from '../../store/history-tables.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { getChangeKey, getChangeTable, type RowImage, type RowKey, toRowLabel } from './row-images.ts'

/** The rows that an entry changed. */
export interface ChangedRows {
  has(table: string, key: RowKey): boolean
}

/** Returns the rows that these parts changed. */
export function collectChangedRows(parts: Iterable<EntryPart>): ChangedRows {
  const labels = new Set<string>()
  const ranges: [table: string, first: number, last: number][] = []
  for (const { inserted, changeset } of parts) {
    for (const [table, [first, last]] of Object.entries(inserted)) ranges.push([table, first, last])
    for (const change of decodeChangeset(changeset))
      labels.add(toRowLabel(change.table, getChangeKey(change)))
  }
  return {
    has(table, key) {
      // The lines of a transaction belong to its row.
      const owner = table === 'split_lines' ? 'transactions' : table
      const seq = Number(key[0])
      return (
        labels.has(toRowLabel(table, key)) ||
        (owner !== table && labels.has(toRowLabel(owner, key.slice(0, 1)))) ||
        ranges.some(([name, first, last]) => name === owner && seq >= first && seq <= last)
      )
    },
  }
}

/** A row that a later entry changed. */
export interface LaterChange {
  row: Pick<RowImage, 'table' | 'key'>
  entry: EntryRow
}

/**
 * Lists the later entries whose changes are in effect, the newest first. An entry and its undo cancel out, unless
 * the undone entry is older than `id`.
 */
export const listLaterInEffect = ({ history }: WorkspaceStore, id: number): EntryRow[] =>
  history
    .listLaterEntries(id)
    .filter(({ undone_by, undoes }) => undone_by === null && (undoes === null || undoes < id))

/** Returns the newest change, by entries in effect after `id`, of one of these rows; undefined when there is none. */
export function findLaterChange(
  store: WorkspaceStore,
  id: number,
  rows: ChangedRows,
): LaterChange | undefined {
  for (const entry of listLaterInEffect(store, id)) {
    for (const part of store.history.iteratePartsBackwards(entry.id)) {
      for (const change of decodeChangeset(part.changeset)) {
        const row = { table: getChangeTable(change), key: getChangeKey(change) }
        if (rows.has(row.table, row.key)) return { row, entry }
      }
    }
  }
  return undefined
}

/** Returns the newest entry in effect after `id` that changed or created a row; undefined when there is none. */
export function findEntryAbout(
  store: WorkspaceStore,
  id: number,
  { table, key }: Pick<RowImage, 'table' | 'key'>,
): EntryRow | undefined {
  const isRow = (rows: EntryPart): boolean => collectChangedRows([rows]).has(table, key)
  return listLaterInEffect(store, id).find((entry) =>
    [...store.history.iteratePartsBackwards(entry.id)].some(isRow),
  )
}

/** Returns the ranges of the new rows of an entry, part by part, the last one first. */
export const listInsertedRanges = ({ history }: WorkspaceStore, id: number): InsertedRanges[] =>
  [...history.iteratePartsBackwards(id)].map(({ inserted }) => inserted)
