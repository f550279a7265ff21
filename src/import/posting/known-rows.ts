/** Rows as the journal notes them. */

import type { Batch } from '../../contract/ports/import-journal.ts'
import { packedKeys } from '../matching/row-fingerprints.ts'
import type { StatementRow } from '../model/statement-row.ts'

/** Whose rows they are, and what their references are. */
export interface Noting {
  import_id: string
  account_id: string
  references: string
  /** Milliseconds since 1970. */
  now: () => number
}

/** A batch of these rows; `drafts` is what would be compared if nobody heard its end. */
export function notedRows(
  rows: readonly StatementRow[],
  { import_id, account_id, references, now }: Noting,
  drafts = '',
): Omit<Batch, 'number' | 'state' | 'ids'> {
  const dates = rows.map(({ date }) => date).toSorted()
  const days = { first_date: dates[0] ?? '', last_date: dates.at(-1) ?? '' }
  return { import_id, account_id, sent_at: now(), ...days, keys: packedKeys(rows), references, drafts }
}
