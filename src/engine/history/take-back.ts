/**
 * Takes one entry of the history back: its changes inverted, and every figure that follows from them.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import type { RecordedTable } from '../../store/change-recorder.ts'
import { invertChange, type RowChange } from '../../store/changeset.ts'
import { ChangesetConflictError } from '../../store/database.ts'
import { decodeChangeset } from '../../store/decode-changeset.ts'
import { encodeChangeset } from '../../store/encode-changeset.ts'
import type { EntryPart, InsertedRanges } from '../../store/entry-part.ts'
import type { EntryRow, KeptRow } from '../../store/history-tables.ts'
import { createRequestContext, type EngineOptions, type RequestContext } from '../budget/request-context.ts'
import { assertNoReferenceToDeleted, assertUniqueNames } from './check-restored-rows.ts'
import { beginDerivedFigures, type DerivedFigures } from './derived-figures.ts'
import { assertNotImportedAgain } from './imported-again.ts'
import { collectChangedRows, findEntriesAbout, findLaterChange } from './later-changes.ts'
import { getChangeKey, getChangeTable, toRowLabel } from './row-images.ts'
import { findReferred, listReferences, type ParentTable, parentTables } from './row-references.ts'
import { createConflict, createUsedConflict, type TakeBack, UndoConflictError } from './undo-conflict.ts'
import { isComplete } from './verify-history.ts'

/**
 * Takes an entry back and returns the id of the entry that records it. The caller runs it in a transaction and rolls
 * that back when it throws.
 * @throws UndoConflictError when a later change or a rule stands in the way
 */
export function takeEntryBack(options: EngineOptions, entry: EntryRow): number {
  const { store, now } = options
  const context = createRequestContext(options)
  const takeBack: TakeBack = { context, entry }
  if (!isComplete(store, entry))
    throw new UndoConflictError(`Entry ${entry.id} of the history is damaged; nothing was changed`, {
      hint: 'budget db check tells more',
    })
  const changed = collectChangedRows(
    store.history.iteratePartsBackwards(entry.id),
    (change) => !isSharedRemoval(change),
  )
  const later = findLaterChange(store, entry.id, changed)
  if (later) throw createConflict(context, entry.id, { ...later, problem: 'was changed since' })
  const command = entry.undoes === null ? `undo ${entry.id}` : `redo ${entry.undoes}`
  store.recorder.beginEntry({ now, command, actor: null, undoes: entry.id })
  const figures = beginDerivedFigures(context, entry)
  const kept = applyInverse(takeBack, figures)
  const id = store.recorder.storeEntry()
  if (kept.length > 0) store.history.setKept(id, kept)
  markUndone(takeBack, id)
  return id
}

/** Applies the inverse of every part, the last one first, and returns the rows that others still use. */
function applyInverse(takeBack: TakeBack, figures: DerivedFigures): KeptRow[] {
  const { context, entry } = takeBack
  const { store } = context
  const removals = new Map<ParentTable, RowChange[]>(parentTables.map((table) => [table, []]))
  restoreKeptRows(takeBack)
  for (const part of store.history.iteratePartsBackwards(entry.id)) {
    deleteInserted(context, part.inserted)
    const changes: RowChange[] = []
    for (const change of decodeChangeset(part.changeset)) {
      if (isInserted(change, part.inserted)) continue
      const inverse = invertChange(change)
      const removed = removals.get(getChangeTable(change) as ParentTable) // undefined for any other table
      if (removed && inverse.operation === 'delete') removed.push(inverse)
      else if (getChangeTable(change) === 'imports' && inverse.operation === 'delete')
        store.journal.markUndone(String(getChangeKey(change)[1]))
      else if (!isPresent(context, inverse)) changes.push(inverse)
    }
    assertUniqueNames(takeBack, changes)
    assertNotImportedAgain(takeBack, changes)
    apply(takeBack, changes)
    assertNoReferenceToDeleted(takeBack, changes)
    // A part of the undo for each part of the entry: one for all would need the memory of a whole import.
    store.recorder.savePart()
  }
  // Totals of cards refer to accounts, which go only now.
  figures.update()
  const kept = parentTables.flatMap((table) => removeParents(takeBack, { table, removals, figures }))
  removeUnusedKeptRows(takeBack, figures)
  store.merchants.clearCache()
  return kept
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

/** True if a merchant or group that would be restored is there, because another entry needed it. */
function isPresent({ store }: RequestContext, change: RowChange): boolean {
  const table = getChangeTable(change)
  if (change.operation !== 'insert' || !isSharedTable(table)) return false
  return store.recordedRows.getRow(table, getChangeKey(change)) !== undefined
}

/** True if a row goes that other entries may bring back: then it is there already and nothing stands in the way. */
const isSharedRemoval = ({ table, operation }: RowChange): boolean =>
  operation === 'delete' && isSharedTable(table)

/** Tables whose rows are created by the first entry that needs one and used by others. */
const isSharedTable = (table: string): table is 'merchants' | 'category_groups' =>
  table === 'merchants' || table === 'category_groups'

function apply({ context, entry }: TakeBack, changes: readonly RowChange[]): void {
  if (changes.length === 0) return
  for (const table of new Set(changes.map(getChangeTable))) context.store.recorder.recordTable(table)
  try {
    context.store.applyChangeset(encodeChangeset(changes))
  } catch (error) {
    if (!(error instanceof ChangesetConflictError)) throw error
    throw new UndoConflictError(
      `What ${entry.id} changed was changed by another program since; nothing was changed`,
      { hint: 'budget db check tells more' },
    )
  }
}

/** Removes the rows that the entry created in a table which others refer to, and returns those that are still used. */
function removeParents(
  takeBack: TakeBack,
  {
    table,
    removals,
    figures,
  }: { table: ParentTable; removals: ReadonlyMap<ParentTable, RowChange[]>; figures: DerivedFigures },
): KeptRow[] {
  const { context } = takeBack
  const changes = removals.get(table) ?? []
  const getKey = (change: RowChange): number => Number(getChangeKey(change)[0])
  const used = findReferred(context.store, { table, keys: changes.map(getKey) })
  const missed = [...used].filter((key) => !isKept(takeBack, table, key))
  if (missed.length > 0)
    throw createUsedConflict(takeBack, listReferences(context.store, { table, keys: missed }))
  const unused = changes.filter((change) => !used.has(getKey(change)))
  figures.forgetRows(table, unused.map(getKey))
  apply(takeBack, unused)
  return [...used].map((key) => ({ table, key }))
}

/** True if a row stays while others use it: a merchant, or the group of payment categories. */
const isKept = ({ context }: TakeBack, table: ParentTable, key: number): boolean =>
  table === 'merchants' || (table === 'category_groups' && context.store.groups.get(key)?.system === true)

/** Restores rows that the undo left and a later undo removed, before rows that refer to them. */
function restoreKeptRows(takeBack: TakeBack): void {
  const { context, entry } = takeBack
  const { history, recordedRows } = context.store
  if (entry.undoes === null || entry.kept.length === 0) return
  const missing = new Set(
    entry.kept
      .filter(({ table, key }) => isSharedTable(table) && !recordedRows.getRow(table, [BigInt(key)]))
      .map(({ table, key }) => toRowLabel(table, [BigInt(key)])),
  )
  for (const { changeset } of history.iteratePartsBackwards(entry.undoes)) {
    const lost = [...decodeChangeset(changeset)].filter(
      (change) =>
        change.operation === 'insert' && missing.has(toRowLabel(change.table, getChangeKey(change))),
    )
    apply(takeBack, lost)
  }
}

/** Lists the rows that undos left and whose change is not in effect once the entry is taken back. */
function listKeptRows({ context, entry }: TakeBack): KeptRow[] {
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
function removeUnusedKeptRows(takeBack: TakeBack, figures: DerivedFigures): void {
  const { store } = takeBack.context
  const kept = listKeptRows(takeBack)
  for (const table of ['merchants', 'category_groups'] as const) {
    const keys = kept.filter((row) => row.table === table).map(({ key }) => key)
    const present = keys.filter((key) => store.recordedRows.getRow(table, [BigInt(key)]))
    const used = findReferred(store, { table, keys: present })
    const free = present.filter((key) => !used.has(key))
    const changed = findChangedInEffect(takeBack, table, free)
    const unused = free.filter((key) => !changed.has(key))
    figures.forgetRows(table, unused)
    for (const key of unused) store.recordedRows.deleteRange(table, [key, key])
  }
}

/** Returns which rows an entry changed that is in effect afterwards: without its row it could not be taken back. */
function findChangedInEffect(
  { context, entry }: TakeBack,
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

/** Marks the entry as taken back; of a chain of undo and redo every second one is in effect. */
function markUndone({ context, entry }: TakeBack, by: number): void {
  const { history } = context.store
  let undoing: number | null = by
  let current: EntryRow | undefined = entry
  while (current) {
    history.setUndoneBy(current.id, undoing)
    undoing = undoing === null ? current.id : null
    current = current.undoes === null ? undefined : history.getEntry(current.undoes)
  }
}
