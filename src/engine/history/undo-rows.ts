/**
 * Undoes the rows of one entry of the history: inverts its changes, and updates every figure that follows from them.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import { decodeInverse, type RowChange } from '../../store/changeset.ts'
import type { EntryPart, EntryRow, InsertedRanges, KeptRow } from '../../store/history-tables.ts'
import { createRequestContext, type EngineOptions, type RequestContext } from '../budget/request-context.ts'
import { applyChanges } from './apply-changes.ts'
import {
  assertNoNewRowInClosed,
  assertNoReferenceToDeleted,
  assertSnoozesHaveTargets,
  assertUniqueNames,
} from './check-restored-rows.ts'
import { beginDerivedFigures, collectAffected, type DerivedFigures } from './derived-figures.ts'
import { createImportCheck } from './imported-again.ts'
import { findLaterChange } from './later-changes.ts'
import { getChangeKey, getChangeTable } from './row-images.ts'
import { findReferred, listReferences, type ParentTable, parentTables } from './row-references.ts'
import {
  isKept,
  isPresent,
  isSharedRemoval,
  removeUnusedKeptRows,
  restoreKeptRows,
  restoreNeededRows,
} from './shared-rows.ts'
import { createConflict, createUsedConflict, type EntryUndo, UndoConflictError } from './undo-conflict.ts'
import { isComplete } from './verify-history.ts'

/**
 * Undoes the rows of an entry and returns the id of the entry that records it. The caller runs it in a transaction and
 * rolls that back when it throws.
 * @throws UndoConflictError when a later change or a rule stands in the way
 */
export function undoEntryRows(options: EngineOptions, entry: EntryRow): number {
  const { store, now } = options
  const context = createRequestContext(options)
  const undo: EntryUndo = { context, entry }
  const { affected, ...visitor } = collectAffected()
  if (!isComplete(store, entry, visitor))
    throw new UndoConflictError(`Entry ${entry.id} of the history is damaged; nothing was changed`, {
      hint: 'budget db check shows more',
    })
  const later = findLaterChange(store, entry.id, (change) => !isSharedRemoval(change))
  if (later) throw createConflict(context, entry.id, { ...later, problem: 'has been changed since' })
  const command = entry.undoes === null ? `undo ${entry.id}` : `redo ${entry.undoes}`
  store.recorder.beginEntry({ now, command, undoes: entry.id })
  const figures = beginDerivedFigures(context, affected)
  const kept = applyInverse(undo, figures)
  const id = store.recorder.storeEntry()
  if (kept.length > 0) store.history.setKept(id, kept)
  markUndone(undo, id)
  return id
}

/** Applies the inverse of every part, the last one first, and returns the rows that others still use. */
function applyInverse(undo: EntryUndo, figures: DerivedFigures): KeptRow[] {
  const { context, entry } = undo
  const { store } = context
  const removals = new Map<ParentTable, RowChange[]>(parentTables.map((table) => [table, []]))
  const restored: KeptRow[] = []
  /** Of targets and snoozes, which a command changes together. */
  const planned: RowChange[] = []
  const assertNotImportedAgain = createImportCheck(undo)
  restoreKeptRows(undo)
  for (const part of store.history.iteratePartsBackwards(entry.id)) {
    deleteInserted(context, part.inserted)
    const changes: RowChange[] = []
    for (const inverse of decodeInverse(part.changeset)) {
      if (isInserted(inverse, part.inserted)) continue
      const removed = removals.get(getChangeTable(inverse) as ParentTable) // undefined for any other table
      if (removed && inverse.operation === 'delete') removed.push(inverse)
      else if (getChangeTable(inverse) === 'imports' && inverse.operation === 'delete')
        store.journal.markUndone(String(getChangeKey(inverse)[1]))
      else if (!isPresent(context, inverse)) changes.push(inverse)
    }
    assertUniqueNames(undo, changes)
    assertNotImportedAgain(changes)
    restored.push(...restoreNeededRows(undo, changes))
    applyChanges(undo, changes)
    assertNoReferenceToDeleted(undo, changes)
    assertNoNewRowInClosed(undo, changes)
    planned.push(...changes.filter((change) => ['targets', 'snoozes'].includes(change.table)))
    // A part of the undo for each part of the entry: one for all would need the memory of a whole import.
    store.recorder.savePart()
  }
  assertSnoozesHaveTargets(undo, planned)
  // Totals of cards refer to accounts, which go only now.
  figures.update()
  const kept = parentTables.flatMap((table) => removeParents(undo, { table, removals, figures }))
  removeUnusedKeptRows(undo, figures)
  store.merchants.clearCache()
  return [...kept, ...restored]
}

function deleteInserted({ store }: RequestContext, { transactions, batches }: InsertedRanges): void {
  if (transactions) {
    store.recordedRows.deleteRange('split_lines', transactions)
    store.recordedRows.deleteRange('transactions', transactions)
  }
  if (batches) store.recordedRows.deleteRange('batches', batches)
}

/** True if the row is one of the part's new rows, which are deleted as a whole. */
function isInserted(change: RowChange, inserted: EntryPart['inserted']): boolean {
  const table = getChangeTable(change)
  const range = inserted[(table === 'split_lines' ? 'transactions' : table) as keyof EntryPart['inserted']]
  const seq = Number(getChangeKey(change)[0])
  return range !== undefined && seq >= range[0] && seq <= range[1]
}

/** Removes the rows that the entry created in a table which others refer to, and returns those that are still used. */
function removeParents(
  undo: EntryUndo,
  {
    table,
    removals,
    figures,
  }: { table: ParentTable; removals: ReadonlyMap<ParentTable, RowChange[]>; figures: DerivedFigures },
): KeptRow[] {
  const { context } = undo
  const changes = removals.get(table) ?? []
  const getKey = (change: RowChange): number => Number(getChangeKey(change)[0])
  const used = findReferred(context.store, { table, keys: changes.map(getKey) })
  const missed = [...used].filter((key) => !isKept(undo, table, key))
  if (missed.length > 0)
    throw createUsedConflict(undo, listReferences(context.store, { table, keys: missed }))
  const unused = changes.filter((change) => !used.has(getKey(change)))
  figures.forgetRows(table, unused.map(getKey))
  applyChanges(undo, unused)
  return [...used].map((key) => ({ table, key }))
}

/** Marks the entry as taken back; of a chain of undo and redo every second one is in effect. */
function markUndone({ context, entry }: EntryUndo, by: number): void {
  const { history } = context.store
  let undoing: number | null = by
  let current: EntryRow | undefined = entry
  while (current) {
    history.setUndoneBy(current.id, undoing)
    undoing = undoing === null ? current.id : null
    current = current.undoes === null ? undefined : history.getEntry(current.undoes)
  }
}
