/**
 * Finds the later entries that cannot stay when entries are taken back.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import { decodeChangeset } from '../../store/decode-changeset.ts'
import type { EntryPart } from '../../store/entry-part.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { createRowSet, type RowSet } from './later-changes.ts'
import { getChangeKey } from './row-images.ts'

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
  for (const change of decodeChangeset(changeset))
    if (rows.has(change.table, getChangeKey(change))) return true
  return false
}
