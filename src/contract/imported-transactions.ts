/** Keeps the journal of imports in step with what an undo deletes and restores. */

import type { ImportJournal, ImportRecord, JournalBatch } from './ports/import-journal.ts'

/** Returns the ids of the transactions an import created. */
export const listImportedIds = (batches: readonly JournalBatch[]): string[] =>
  batches.filter(({ state }) => state === 'done').flatMap(({ ids }) => ids.filter((id) => id !== ''))

/** Marks an import as undone, so that its file can be imported again. */
export function markImportUndone(
  imports: ImportJournal,
  record: ImportRecord,
  deleted: readonly string[],
): void {
  imports.finishImport(record.id, 'undone', record.result)
  imports.forgetTransactions(deleted)
}

/** The ids of transactions that an undo deleted, and of those that it restored. */
export interface TransactionsOfUndo {
  deleted: ReadonlySet<string>
  restored: ReadonlySet<string>
}

/** Marks the imports of which an undo deleted everything as undone, and those of which it restored everything as done. */
export function markImports(imports: ImportJournal, { deleted, restored }: TransactionsOfUndo): void {
  if (deleted.size === 0 && restored.size === 0) return
  for (const record of imports.listImports()) {
    const ids = listImportedIds(imports.listBatches(record.id))
    if (ids.length === 0) continue
    if (record.state !== 'undone' && ids.every((id) => deleted.has(id)))
      markImportUndone(imports, record, ids)
    else if (record.state === 'undone' && ids.every((id) => restored.has(id)))
      imports.finishImport(record.id, 'done', record.result)
    // The rows of a part may be imported again as well.
    else if (record.state !== 'undone' && ids.some((id) => deleted.has(id)))
      imports.forgetTransactions(ids.filter((id) => deleted.has(id)))
  }
}
