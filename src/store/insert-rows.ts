/** Inserts many rows with few statements. */

import type { Database } from './database.ts'
import type { SqlValue } from './statements.ts'

// One statement inserts 20 rows: a statement per row takes half as long again.
const ROWS_PER_INSERT = 20

/** What is stored of a row: fields with the names of columns. A boolean becomes 0 or 1. */
type InsertedRow<Column extends string> = Readonly<Record<Column, SqlValue | boolean>>

/** Returns a function that inserts rows: of each the fields with the names of these columns. */
export function prepareInsert<const Column extends string>(
  { prepare }: Database,
  table: string,
  columns: readonly Column[],
): (rows: readonly InsertedRow<Column>[]) => void {
  const names = columns.map((column) => `"${column}"`).join(', ')
  const places = `(${columns.map(() => '?').join(', ')})`
  const prepareRows = (count: number) =>
    prepare(`INSERT INTO ${table} (${names}) VALUES ${Array(count).fill(places).join(', ')}`)
  const insertOne = prepareRows(1)
  const insertMany = prepareRows(ROWS_PER_INSERT)
  const toValues = (rows: readonly InsertedRow<Column>[]): SqlValue[] =>
    rows.flatMap((row) => columns.map((column) => toSqlValue(row[column])))
  return (rows) => {
    const inChunks = rows.length - (rows.length % ROWS_PER_INSERT)
    for (let start = 0; start < inChunks; start += ROWS_PER_INSERT)
      insertMany.run(...toValues(rows.slice(start, start + ROWS_PER_INSERT)))
    for (const row of rows.slice(inChunks)) insertOne.run(...toValues([row]))
  }
}

const toSqlValue = (value: SqlValue | boolean): SqlValue =>
  typeof value === 'boolean' ? Number(value) : value
