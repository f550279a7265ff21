/** The rows of a short file are read once and kept: several passes ask for them, and reading a row takes longer than keeping it. */

import type { StatementRow } from '../model/statement.ts'
import { type Checkpoint, fileStart, type OmittedFields, type Statement } from '../model/statement.ts'

/**
 * In bytes. Rows in memory take some ten times the room they take in a file; a long file is read anew each time.
 * @see docs/import.md#1-pipeline-and-invariants
 */
const MAX_CACHED_BYTES = 2 * 1024 * 1024

/** The rows of a file of this size, kept once somebody has read all of them. */
export function cacheRows(
  size: number,
  read: (from: Checkpoint, unread?: OmittedFields) => Generator<StatementRow>,
): Statement['rows'] {
  let kept: readonly StatementRow[] | undefined
  function* keeping(): Generator<StatementRow> {
    const rows: StatementRow[] = []
    for (const row of read(fileStart)) {
      rows.push(row)
      yield row
    }
    kept = rows
  }
  function* keptFrom(rows: readonly StatementRow[], { row: first }: Checkpoint): Generator<StatementRow> {
    for (const row of first === 1 ? rows : rows.slice(first - 1)) yield row
  }
  if (size > MAX_CACHED_BYTES) return (from = fileStart, unread) => read(from, unread)
  return (from = fileStart) => {
    if (kept) return keptFrom(kept, from)
    return from.at === fileStart.at ? keeping() : read(from)
  }
}
