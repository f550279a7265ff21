/** Inserts many rows with few statements. */

import type { Database } from './database.ts'
import type { SqlValue } from './statements.ts'

// One statement inserts 20 rows: a statement per row takes half as long again.
const ROWS_PER_INSERT = 20

/** Returns a function that inserts rows, each with the values of these columns. */
export function prepareInsert(
  { prepare }: Database,
  table: string,
  columns: readonly string[],
): (rows: readonly SqlValue[][]) => void {
  const places = `(${columns.map(() => '?').join(', ')})`
  const prepareRows = (count: number) =>
    prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array(count).fill(places).join(', ')}`)
  const insertOne = prepareRows(1)
  const insertMany = prepareRows(ROWS_PER_INSERT)
  return (rows) => {
    const inChunks = rows.length - (rows.length % ROWS_PER_INSERT)
    for (let start = 0; start < inChunks; start += ROWS_PER_INSERT)
      insertMany.run(...rows.slice(start, start + ROWS_PER_INSERT).flat())
    for (const row of rows.slice(inChunks)) insertOne.run(...row)
  }
}
