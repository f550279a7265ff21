/** Caches the rows of a short file, because several passes need them and parsing is slow. */

import type { Checkpoint, OmittedFields, Statement, StatementRow } from '../model/statement.ts'
import { fileStart } from '../model/statement.ts'

/**
 * In bytes of the file. Rows in memory take about ten times their size in the file, so a longer file is
 * parsed again in each pass.
 * @see docs/import.md#1-pipeline-and-invariants
 */
const MAX_CACHED_BYTES = 2 * 1024 * 1024

/** Returns a `rows` function that parses a short file once and a long file on every call. */
export function cacheRows(
  size: number,
  readRows: (from: Checkpoint, omitted?: OmittedFields) => Generator<StatementRow>,
): Statement['rows'] {
  let cached: readonly StatementRow[] | undefined
  function* readAndCache(): Generator<StatementRow> {
    const rows: StatementRow[] = []
    for (const row of readRows(fileStart)) {
      rows.push(row)
      yield row
    }
    cached = rows
  }
  function* yieldCached(rows: readonly StatementRow[], { row: first }: Checkpoint): Generator<StatementRow> {
    for (const row of first === 1 ? rows : rows.slice(first - 1)) yield row
  }
  if (size > MAX_CACHED_BYTES) return (from = fileStart, omitted) => readRows(from, omitted)
  return (from = fileStart) => {
    if (cached) return yieldCached(cached, from)
    return from.at === fileStart.at ? readAndCache() : readRows(from)
  }
}
