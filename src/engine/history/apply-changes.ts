/** Applies recorded changes to the rows of a workspace. */

import { encodeChangeset, type RowChange } from '../../store/changeset.ts'
import { ChangesetConflictError } from '../../store/database.ts'
import { getChangeKey, getChangeTable } from './row-images.ts'
import { type EntryUndo, UndoConflictError } from './undo-conflict.ts'

/**
 * Applies changes to the rows as they are.
 * @throws UndoConflictError when they do not fit
 */
export function applyChanges({ context, entry }: EntryUndo, changes: readonly RowChange[]): void {
  if (changes.length === 0) return
  const tables = [...new Set(changes.map(getChangeTable))]
  for (const table of tables) context.store.recorder.recordTable(table)
  try {
    context.store.applyChangeset(encodeChangeset(orderByKey(tables, changes)))
  } catch (error) {
    if (!(error instanceof ChangesetConflictError)) throw error
    throw new UndoConflictError(
      `Another program has since changed what ${entry.id} changed; nothing was undone or redone`,
      { hint: 'budget db check shows more' },
    )
  }
}

/** Returns the changes table by table in the order of their keys: a session records rows in that of their hashes. */
function orderByKey(tables: readonly string[], changes: readonly RowChange[]): RowChange[] {
  const ranks = new Map(tables.map((table, rank) => [table, rank]))
  return changes
    .map((change) => ({ change, rank: ranks.get(change.table) ?? 0, key: Number(getChangeKey(change)[0]) }))
    .toSorted((a, b) => a.rank - b.rank || a.key - b.key || 0)
    .map(({ change }) => change)
}
