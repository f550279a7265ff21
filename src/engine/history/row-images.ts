/**
 * Rebuilds rows as they were at some moment of the history, by taking back what was recorded since.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import { StorageError } from '../../contract/errors.ts'
import { type RecordedTable, recordedTables } from '../../store/change-recorder.ts'
import { type ChangeValue, decodeChangeset, decodeKeys, type RowChange } from '../../store/changeset.ts'
import { type EntryPart, UNDONE_ENTRY_REMOVED } from '../../store/history-tables.ts'
import type { RowValues } from '../../store/recorded-rows.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'

/** The values of a row's key. */
export type RowKey = readonly ChangeValue[]

/** A row of a recorded table at one moment; `values` is undefined when it did not exist. */
export interface RowImage {
  table: RecordedTable
  key: RowKey
  values: RowValues | undefined
}

/** Rows by table and key. */
export type RowImages = Map<string, RowImage>

/** Returns the text under which a row is kept in a map. */
export const toRowLabel = (table: string, key: readonly (ChangeValue | number)[]): string =>
  `${table} ${key.join(' ')}`

/** Returns the key of a changed row. */
export function getChangeKey({ keyColumns, before, after, operation }: RowChange): RowKey {
  const values = operation === 'insert' ? after : before
  return findKeyPositions(keyColumns).map((position) => values[position] ?? null)
}

const keyPositions = new WeakMap<readonly number[], number[]>()

/** Returns the columns of a key in their order; the thousands of changes of a table share them. */
function findKeyPositions(keyColumns: readonly number[]): number[] {
  const known = keyPositions.get(keyColumns)
  if (known) return known
  const positions = keyColumns
    .flatMap((order, position) => (order > 0 ? [{ order, position }] : []))
    .toSorted((a, b) => a.order - b.order)
    .map(({ position }) => position)
  keyPositions.set(keyColumns, positions)
  return positions
}

const tablesByName: ReadonlyMap<string, RecordedTable> = new Map(recordedTables.map((name) => [name, name]))

/**
 * Returns the table of a change.
 * @throws StorageError when it is none that is recorded
 */
export function getChangeTable({ table }: RowChange): RecordedTable {
  const recorded = tablesByName.get(table)
  if (recorded) return recorded
  throw new StorageError(
    'The history is damaged: it has a change of an unknown table',
    undefined,
    'budget db check shows more',
  )
}

/** Finds the newest deletion of each wanted row, by the label of the row. */
export function findRemovals(
  { history, version }: WorkspaceStore,
  isWanted: (label: string) => boolean,
): ReadonlyMap<string, RowChange> {
  const found = new Map<string, RowChange>()
  for (const id of history.listIds()) {
    const entry = history.getEntry(id)
    // Rows were rewritten by the migration after it.
    if (!entry || (entry.version !== version && entry.version !== UNDONE_ENTRY_REMOVED)) break
    for (const { changeset } of history.iteratePartsBackwards(id)) {
      for (const change of decodeChangeset(changeset)) {
        if (change.operation !== 'delete') continue
        const label = toRowLabel(change.table, getChangeKey(change))
        if (!found.has(label) && isWanted(label)) found.set(label, change)
      }
    }
  }
  return found
}

/** Returns the rows that a part of an entry changed, as they are now. */
export function readChangedRows({ recordedRows }: WorkspaceStore, parts: Iterable<EntryPart>): RowImages {
  const images: RowImages = new Map()
  const add = (table: RecordedTable, key: RowKey, read = () => recordedRows.getRow(table, key)): void => {
    const label = toRowLabel(table, key)
    if (!images.has(label)) images.set(label, { table, key, values: read() })
  }
  for (const { inserted, changeset } of parts) {
    const [first, last] = inserted.transactions ?? [1, 0]
    // An import has a hundred thousand rows: a query for each of them takes longer than everything else.
    const rows = new Map(recordedRows.listRange('transactions', [first, last]).map((row) => [row[0], row]))
    for (let seq = BigInt(first); seq <= last; seq++) add('transactions', [seq], () => rows.get(seq))
    for (const change of decodeKeys(changeset)) add(getChangeTable(change), getChangeKey(change))
  }
  const splitColumn = recordedRows.getColumns('transactions').names.indexOf('split')
  for (const { table, key, values } of images.values()) {
    if (table !== 'transactions' || values?.[splitColumn] !== 1n) continue
    for (const line of recordedRows.listSplitKeys(Number(key[0]))) add('split_lines', line)
  }
  return images
}

/** Takes back what a part changed of these rows. */
export function rewindImages(images: RowImages, { inserted, changeset }: EntryPart): void {
  for (const change of decodeChangeset(changeset)) {
    const table = getChangeTable(change)
    const key = getChangeKey(change)
    const label = toRowLabel(table, key)
    const image = images.get(label)
    // A line that was deleted since is not among the rows of today.
    const isLine = table === 'split_lines' && images.has(toRowLabel('transactions', key.slice(0, 1)))
    if (image || isLine) images.set(label, { table, key, values: rewindRow(image?.values, change) })
  }
  for (const [table, [first, last]] of Object.entries(inserted))
    for (let seq = first; seq <= last; seq++) {
      forgetImage(images, toRowLabel(table, [seq]))
      if (table !== 'transactions') continue
      for (let line = 0; forgetImage(images, toRowLabel('split_lines', [seq, line])); line++);
    }
}

/** Makes a row one that does not exist; false if it is none of the images. */
function forgetImage(images: RowImages, label: string): boolean {
  const image = images.get(label)
  if (image) images.set(label, { ...image, values: undefined })
  return image !== undefined
}

/** Returns a row as it was before a change; undefined when it did not exist. */
export function rewindRow(
  now: RowValues | undefined,
  { operation, before }: RowChange,
): RowValues | undefined {
  if (operation === 'insert') return undefined
  if (operation === 'delete') return before.map((value) => value ?? null)
  return now?.map((value, position) => {
    const old = before[position]
    return old === undefined ? value : old
  })
}
