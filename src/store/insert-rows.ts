/** Inserts many rows with few statements. */

import type { Database } from './database.ts'
import type { SqlStatement, SqlValue } from './statements.ts'

// Inside a savepoint SQLite saves pages before each statement, which takes a fifth of the time with 20 rows.
const ROWS_PER_STATEMENT = [100, 10, 1]

/** What is stored of a row: fields with the names of columns. A boolean becomes 0 or 1. */
type InsertedRow<Column extends string> = Readonly<Record<Column, SqlValue | boolean>>

/** Returns a function that inserts rows: of each the fields with the names of these columns. */
export const prepareInsert = <const Column extends string>(
  database: Database,
  table: string,
  columns: readonly Column[],
): ((rows: readonly InsertedRow<Column>[]) => void) =>
  prepareRowInsert(database, { table, columns }, (row: InsertedRow<Column>, values) => {
    for (const column of columns) values.push(toSqlValue(row[column]))
  })

/** Returns a function that inserts rows; `addValues` adds the values of a row, in the order of the columns. */
export function prepareRowInsert<Row>(
  { prepare }: Database,
  { table, columns }: { table: string; columns: readonly string[] },
  addValues: (row: Row, values: SqlValue[]) => void,
): (rows: readonly Row[]) => void {
  const names = columns.map((column) => `"${column}"`).join(', ')
  const places = `(${columns.map(() => '?').join(', ')})`
  // A statement of 100 rows is a long text, which only a command that inserts them needs.
  const statements = new Map<number, SqlStatement<never>>()
  const prepareRows = (count: number): SqlStatement<never> => {
    const statement =
      statements.get(count) ??
      prepare<never>(`INSERT INTO ${table} (${names}) VALUES ${Array(count).fill(places).join(', ')}`)
    statements.set(count, statement)
    return statement
  }
  return (rows) => {
    let at = 0
    for (const size of ROWS_PER_STATEMENT) {
      for (; at + size <= rows.length; at += size) {
        const values: SqlValue[] = []
        for (const row of rows.slice(at, at + size)) addValues(row, values)
        prepareRows(size).run(...values)
      }
    }
  }
}

const toSqlValue = (value: SqlValue | boolean): SqlValue =>
  typeof value === 'boolean' ? Number(value) : value
