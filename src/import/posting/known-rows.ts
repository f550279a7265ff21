/** Rows as the journal notes them. */

import type { JournalBatch } from '../../contract/ports/import-journal.ts'
import { packFingerprints } from '../matching/row-fingerprints.ts'
import type { StatementRow } from '../model/statement-row.ts'

/** Whose rows they are, and what their references are. */
export interface JournalContext {
  import_id: string
  account_id: string
  references: string
  /** Milliseconds since 1970. */
  now: () => number
}

/** A batch of these rows; `drafts` is what would be compared if nobody heard its end. */
export function toJournalBatch(
  rows: readonly StatementRow[],
  { import_id, account_id, references, now }: JournalContext,
  drafts = '',
): Omit<JournalBatch, 'number' | 'state' | 'ids'> {
  const dates = rows.map(({ date }) => date).toSorted()
  const days = { first_date: dates[0] ?? '', last_date: dates.at(-1) ?? '' }
  return { import_id, account_id, sent_at: now(), ...days, keys: packFingerprints(rows), references, drafts }
}
