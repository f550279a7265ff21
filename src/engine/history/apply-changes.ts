/** Applies recorded changes to the rows of a workspace. */

import { encodeChangeset, type RowChange } from '../../store/changeset.ts'
import { ChangesetConflictError } from '../../store/database.ts'
import { getChangeTable } from './row-images.ts'
import { type EntryUndo, UndoConflictError } from './undo-conflict.ts'

/**
 * Applies changes to the rows as they are.
 * @throws UndoConflictError when they do not fit
 */
export function applyChanges({ context, entry }: EntryUndo, changes: readonly RowChange[]): void {
  if (changes.length === 0) return
  for (const table of new Set(changes.map(getChangeTable))) context.store.recorder.recordTable(table)
  try {
    context.store.applyChangeset(encodeChangeset(changes))
  } catch (error) {
    if (!(error instanceof ChangesetConflictError)) throw error
    throw new UndoConflictError(
      `Another program has since changed what ${entry.id} changed; nothing was undone or redone`,
      { hint: 'budget db check shows more' },
    )
  }
}
