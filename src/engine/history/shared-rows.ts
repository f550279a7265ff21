/**
 * Keeps merchants and the group of payment categories, which entries share, while anything needs them.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import type { RecordedTable } from '../../store/change-recorder.ts'
import { invertChange, type RowChange } from '../../store/changeset.ts'
import type { KeptRow } from '../../store/history-tables.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { applyChanges } from './apply-changes.ts'
import { assertUniqueNames } from './check-restored-rows.ts'
import type { DerivedFigures } from './derived-figures.ts'
import { collectChangedRows, findEntriesAbout, findEntryAbout } from './later-changes.ts'
import { findRemovals, getChangeKey, getChangeTable, toRowLabel } from './row-images.ts'
import { type FoundReference, findReferred, listMissingRows, type ParentTable } from './row-references.ts'
import { createConflict, type EntryUndo } from './undo-conflict.ts'

/** Restores rows that the undo left and a later undo removed, although nothing may refer to them. */
export function restoreKeptRows(undo: EntryUndo): void {
  const { entry, context } = undo
  const rows = entry.kept
    .filter(({ table }) => isSharedTable(table))
    .map(({ table, key }) => ({ table: table as RecordedTable, key: [BigInt(key)] })) // as was just checked
  restoreRows(
    undo,
    rows.filter(({ table, key }) => !context.store.recordedRows.getRow(table, key)),
  )
}

/**
 * Restores the shared rows that changes need and that an earlier undo removed, and returns them.
 * @throws UndoConflictError when anything else that they need was removed
 */
export function restoreNeededRows(undo: EntryUndo, changes: readonly RowChange[]): KeptRow[] {
  const { context, entry } = undo
  const missing = listMissingRows(context.store, changes)
  const [lost] = restoreRows(undo, missing)
  if (lost) {
    const cause = findEntryAbout(context.store, entry.id, lost)
    throw createConflict(context, entry.id, { row: lost, problem: 'has been removed since', entry: cause })
  }
  return missing.map(({ table, key }) => ({ table, key: Number(key[0]) }))
}

/** Restores the rows that entries share as they were when they were removed, and returns the other rows. */
function restoreRows(undo: EntryUndo, rows: readonly FoundReference[]): FoundReference[] {
  if (rows.length === 0) return []
  const { store } = undo.context
  const labels = new Map(rows.map((row) => [toRowLabel(row.table, row.key), row]))
  const restored: RowChange[] = []
  for (const [label, removal] of findRemovals(store, (one) => labels.has(one))) {
    const { names } = store.recordedRows.getColumns(getChangeTable(removal))
    if (removal.table !== 'merchants' && removal.before[names.indexOf('system')] !== 1n) continue
    restored.push(invertChange(removal))
    labels.delete(label)
  }
  assertUniqueNames(undo, restored)
  applyChanges(undo, restored)
  return [...labels.values()]
}

/** True if a merchant or group that would be restored is there, because another entry needed it. */
export function isPresent({ store }: RequestContext, change: RowChange): boolean {
  const table = getChangeTable(change)
  if (change.operation !== 'insert' || !isSharedTable(table)) return false
  return store.recordedRows.getRow(table, getChangeKey(change)) !== undefined
}

/** True if a row goes that other entries may bring back: then it is there already and nothing stands in the way. */
export const isSharedRemoval = ({ table, operation }: RowChange): boolean =>
  operation === 'delete' && isSharedTable(table)

/** Tables whose rows are created by the first entry that needs one and used by others. */
const isSharedTable = (table: string): table is 'merchants' | 'category_groups' =>
  table === 'merchants' || table === 'category_groups'

/** True if a row stays while others use it: a merchant, or the group of payment categories. */
export const isKept = ({ context }: EntryUndo, table: ParentTable, key: number): boolean =>
  table === 'merchants' || (table === 'category_groups' && context.store.groups.get(key)?.system === true)

/** Lists the rows that undos left and whose change is not in effect once the entry is taken back. */
function listKeptRows({ context, entry }: EntryUndo): KeptRow[] {
  const { history } = context.store
  const own = history.getFirstEntry(entry)
  return history.listKeepingEntries().flatMap((keeping) => {
    const { id, undone_by } = history.getFirstEntry(keeping)
    // The entry that is taken back is marked later: until then its change seems as it was.
    const isUndone = id === own.id ? undone_by === null : undone_by !== null
    return isUndone ? keeping.kept : []
  })
}

/** Removes rows that earlier undos left and that nothing uses any more. */
export function removeUnusedKeptRows(undo: EntryUndo, figures: DerivedFigures): void {
  const { store } = undo.context
  const kept = listKeptRows(undo)
  for (const table of ['merchants', 'category_groups'] as const) {
    const keys = kept.filter((row) => row.table === table).map(({ key }) => key)
    const present = keys.filter((key) => store.recordedRows.getRow(table, [BigInt(key)]))
    const used = findReferred(store, { table, keys: present })
    const free = present.filter((key) => !used.has(key))
    const changed = findChangedInEffect(undo, table, free)
    const unused = free.filter((key) => !changed.has(key))
    figures.forgetRows(table, unused)
    for (const key of unused) store.recordedRows.deleteRange(table, [key, key])
  }
}

/** Returns which rows an entry changed that is in effect afterwards: without its row it could not be taken back. */
function findChangedInEffect(
  { context, entry }: EntryUndo,
  table: RecordedTable,
  keys: readonly number[],
): Set<number> {
  const { store } = context
  const rows = keys.map((key) => ({ table, key: [BigInt(key)] }))
  if (rows.length === 0) return new Set()
  const own = store.history.getFirstEntry(entry)
  const found = findEntriesAbout(store, 0, rows, own.id)
  // A redo brings the change into effect.
  const redone =
    own.undone_by === null ? undefined : collectChangedRows(store.history.iteratePartsBackwards(own.id))
  const changed = rows.filter(
    ({ key }) => found.has(toRowLabel(table, key)) || redone?.has(table, key) === true,
  )
  return new Set(changed.map(({ key }) => Number(key[0])))
}
