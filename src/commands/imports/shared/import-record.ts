/** An import of the journal as it is shown. */

import type { Batch, ImportRecord, Imports } from '../../../contract/ports/import-journal.ts'
import { timestamp } from '../../../money/calendar.ts'
import type { ShownRecord } from '../../../render/imports.ts'

/** The transactions an import booked. */
export const bookedBy = (batches: readonly Batch[]): string[] =>
  batches.filter(({ state }) => state === 'done').flatMap(({ ids }) => ids.filter((id) => id !== ''))

export function recorded(record: ImportRecord, imports: Imports): ShownRecord {
  const { id, path, account_id, started_at, state } = record
  const batches = imports.batches(id)
  const doubtful = batches.filter((batch) => batch.state === 'sending' || batch.state === 'unknown')
  return {
    id,
    file: path,
    account_id,
    started_at: timestamp(started_at),
    state,
    created: bookedBy(batches),
    in_doubt: doubtful.flatMap(({ drafts }) => JSON.parse(drafts || '[]') as unknown[]), // `booking` wrote them
  }
}
