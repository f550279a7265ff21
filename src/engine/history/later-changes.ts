/**
 * Finds the later entries that changed the same rows as an entry, and those that an undo takes back with it.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import { decodeKeys, type RowChange } from '../../store/changeset.ts'
import type { EntryPart, EntryRow } from '../../store/history-tables.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { getChangeKey, getChangeTable, type RowImage, type RowKey, toRowLabel } from './row-images.ts'

/** The rows that entries changed. */
export interface RowSet {
  /** Adds the rows of all changes of a part, or only of some. */
  add(part: EntryPart, isIncluded?: (change: RowChange) => boolean): void
  has(table: string, key: RowKey): boolean
}

/** Returns an empty set of rows. */
function createRowSet(): RowSet {
  const labels = new Set<string>()
  const ranges: [table: string, first: number, last: number][] = []
  return {
    add({ inserted, changeset }, isIncluded = () => true) {
      for (const [table, [first, last]] of Object.entries(inserted)) ranges.push([table, first, last])
      for (const change of decodeKeys(changeset))
        if (isIncluded(change)) labels.add(toRowLabel(change.table, getChangeKey(change)))
    },
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

/** Returns the rows that these parts changed, by all of their changes or only some. */
export function collectChangedRows(
  parts: Iterable<EntryPart>,
  isIncluded?: (change: RowChange) => boolean,
): RowSet {
  const rows = createRowSet()
  for (const part of parts) rows.add(part, isIncluded)
  return rows
}

/** A row that a later entry changed. */
export interface LaterChange {
  row: Pick<RowImage, 'table' | 'key'>
  entry: EntryRow
}

/**
 * Returns the newest change, by entries in effect after `id`, of a row that `id` changed; undefined when there is none.
 * @param isIncluded whether a change of `id` counts
 */
export function findLaterChange(
  store: WorkspaceStore,
  id: number,
  isIncluded: (change: RowChange) => boolean,
): LaterChange | undefined {
  const later = store.history.listLaterInEffect(id)
  if (later.length === 0) return undefined
  const rows = collectChangedRows(store.history.iteratePartsBackwards(id), isIncluded)
  for (const entry of later) {
    for (const part of store.history.iteratePartsBackwards(entry.id)) {
      for (const change of decodeKeys(part.changeset)) {
        const row = { table: getChangeTable(change), key: getChangeKey(change) }
        if (rows.has(row.table, row.key)) return { row, entry }
      }
    }
  }
  return undefined
}

type RowName = Pick<RowImage, 'table' | 'key'>

/** Returns the label of a row; the lines of a transaction have that of its row. */
export const toOwnerLabel = ({ table, key }: RowName): string =>
  table === 'split_lines' ? toRowLabel('transactions', key.slice(0, 1)) : toRowLabel(table, key)

/**
 * Returns the newest entry in effect after `id` that changed or created each of these rows, by `toOwnerLabel`; rows
 * that no such entry is about are left out.
 * @param except an entry that does not count
 */
export function findEntriesAbout(
  store: WorkspaceStore,
  id: number,
  rows: readonly RowName[],
  except?: number,
): Map<string, EntryRow> {
  const wanted = new Set(rows.map(toOwnerLabel))
  const found = new Map<string, EntryRow>()
  for (const entry of store.history.listLaterInEffect(id)) {
    if (wanted.size === 0) break
    if (entry.id === except) continue
    for (const part of store.history.iteratePartsBackwards(entry.id)) {
      for (const label of listChangedLabels(part)) if (wanted.delete(label)) found.set(label, entry)
    }
  }
  return found
}

/** Yields the labels of the rows that a part changed or created. */
function* listChangedLabels({ inserted, changeset }: EntryPart): Generator<string> {
  for (const change of decodeKeys(changeset))
    yield toOwnerLabel({ table: getChangeTable(change), key: getChangeKey(change) })
  for (const [table, [first, last]] of Object.entries(inserted))
    for (let seq = first; seq <= last; seq++) yield toRowLabel(table, [BigInt(seq)])
}

/** Returns the newest entry in effect after `id` that changed or created a row; undefined when there is none. */
export const findEntryAbout = (store: WorkspaceStore, id: number, row: RowName): EntryRow | undefined =>
  [...findEntriesAbout(store, id, [row]).values()][0]

/** Adds the later entries that changed the same rows as these, and those that changed the same rows as they. */
export function addDependents(store: WorkspaceStore, ids: Set<number>): void {
  const rows = createRowSet()
  const first = Math.min(...ids)
  for (const part of store.history.iteratePartsBackwards(first)) rows.add(part)
  for (const { id } of store.history.listLaterInEffect(first).toReversed()) {
    const parts = [...store.history.iteratePartsBackwards(id)]
    if (!ids.has(id) && !parts.some((part) => touches(rows, part))) continue
    ids.add(id)
    for (const part of parts) rows.add(part)
  }
}

/** True if a part changed one of these rows; its new rows cannot be among them. */
function touches(rows: RowSet, { changeset }: EntryPart): boolean {
  for (const change of decodeKeys(changeset)) if (rows.has(change.table, getChangeKey(change))) return true
  return false
}
