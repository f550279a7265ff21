/** The rows of a short file are read once and kept: several passes ask for them, and reading a row takes longer than keeping it. */

import { beginning, type Place, type Statement, type Unread } from '../model/statement.ts'
import type { StatementRow } from '../model/statement-row.ts'

/** In bytes. Rows in memory take some ten times the room they take in a file; a long file is read anew each time. */ // import.md §1 (f)
const SHORT = 2 * 1024 * 1024

/** The rows of a file of this size, kept once somebody has read all of them. */
export function keptRows(
  size: number,
  read: (from: Place, unread?: Unread) => Generator<StatementRow>,
): Statement['rows'] {
  let kept: readonly StatementRow[] | undefined
  function* keeping(): Generator<StatementRow> {
    const rows: StatementRow[] = []
    for (const row of read(beginning)) {
      rows.push(row)
      yield row
    }
    kept = rows
  }
  function* keptFrom(rows: readonly StatementRow[], { row: first }: Place): Generator<StatementRow> {
    for (const row of first === 1 ? rows : rows.slice(first - 1)) yield row
  }
  if (size > SHORT) return (from = beginning, unread) => read(from, unread)
  return (from = beginning) => {
    if (kept) return keptFrom(kept, from)
    return from.at === beginning.at ? keeping() : read(from)
  }
}
