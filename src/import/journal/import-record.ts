/** Converts imports of the journal to the objects that are printed. */

import { listImportedIds } from '../../contract/imported-transactions.ts'
import type { ImportRecord, ImportStore } from '../../contract/ports/import-journal.ts'
import { formatTimestamp } from '../../money/calendar.ts'
import type { ImportRecordOutput } from '../views/imports-view.ts'

/** Converts an import to the object that is printed. */
export function toImportRecordOutput(record: ImportRecord, imports: ImportStore): ImportRecordOutput {
  const { id, path, account_id, started_at, state } = record
  const batches = imports.listBatches(id)
  const doubtful = batches.filter((batch) => batch.state === 'sending' || batch.state === 'unknown')
  return {
    id,
    file: path,
    account_id,
    started_at: formatTimestamp(started_at),
    state,
    created: listImportedIds(batches),
    in_doubt: doubtful.flatMap(({ drafts }) => JSON.parse(drafts || '[]') as unknown[]), // written by post-batches
  }
}
