/**
 * Reads and deletes rows of the recorded tables by their keys, whatever the table.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import type { RecordedTable } from './change-recorder.ts'
import type { ChangeValue } from './changeset.ts'
import type { Database } from './database.ts'

/** The columns of a table, and the positions of those that form its key. */
export interface TableColumns {
  names: readonly string[]
  keys: readonly number[]
}

/** The values of a row by column position. */
export type RowValues = readonly ChangeValue[]

interface ColumnInfo {
  name: string
  pk: number
}

/** Returns the statements for the rows of recorded tables. */
export function recordedRows(database: Database) {
  const cached = new Map<RecordedTable, TableColumns>()
  const splitKeys = database.prepare<ChangeValue[]>(
    'SELECT "transaction", line FROM split_lines WHERE "transaction" = ?',
    { bigints: true, arrays: true },
  )
  function getColumns(table: RecordedTable): TableColumns {
    const known = cached.get(table)
    if (known) return known
    const info = database.prepare<ColumnInfo>(`PRAGMA table_info(${table})`).all()
    const keys = info
      .flatMap(({ pk }, position) => (pk > 0 ? [{ pk, position }] : []))
      .toSorted((a, b) => a.pk - b.pk)
      .map(({ position }) => position)
    const columns = { names: info.map(({ name }) => name), keys }
    cached.set(table, columns)
    return columns
  }
  const whereKey = (table: RecordedTable): string => {
    const { names, keys } = getColumns(table)
    return keys.map((position) => `"${names[position]}" = ?`).join(' AND ')
  }
  return {
    getColumns,
    /** Returns a row; undefined when there is none. */
    getRow(table: RecordedTable, key: readonly ChangeValue[]): RowValues | undefined {
      const sql = `SELECT * FROM ${table} WHERE ${whereKey(table)}`
      return database.prepare<ChangeValue[]>(sql, { bigints: true, arrays: true }).get(...key)
    },
    /** Lists the keys of the lines of a split transaction. */
    listSplitKeys: (transaction: number): ChangeValue[][] => splitKeys.all(transaction),
    /** Deletes the rows whose single key, or first key column, is in a range. */
    deleteRange(table: RecordedTable, [first, last]: readonly [number, number]): void {
      database
        .prepare(`DELETE FROM ${table} WHERE "${getColumns(table).names[0]}" BETWEEN ? AND ?`)
        .run(first, last)
    },
    /** Counts the rows whose first key column is in a range. */
    countRange(table: RecordedTable, [first, last]: readonly [number, number]): number {
      const sql = `SELECT count(*) AS count FROM ${table} WHERE "${getColumns(table).names[0]}" BETWEEN ? AND ?`
      return database.prepare<{ count: number }>(sql).get(first, last)?.count ?? 0
    },
    /** True if a row whose first key column is in a range refers to a key. */
    hasReferenceInRange(
      { table, column }: { table: RecordedTable; column: string },
      key: number,
      [first, last]: readonly [number, number],
    ): boolean {
      const sql = `SELECT 1 FROM ${table} WHERE "${getColumns(table).names[0]}" BETWEEN ? AND ? AND "${column}" = ?`
      return database.prepare(sql).get(first, last, key) !== undefined
    },
    /** Returns which of these keys a column of another table still has, with the key of one such row. */
    findReferences(
      { table, column, condition = '1' }: { table: RecordedTable; column: string; condition?: string },
      keys: readonly number[],
    ): Map<number, ChangeValue[]> {
      const columns = getColumns(table)
      const key = columns.keys.map((position) => `"${columns.names[position]}"`).join(', ')
      const rows = database
        .prepare<[bigint, ...ChangeValue[]]>(
          `SELECT "${column}", ${key} FROM ${table}
           WHERE "${column}" IN (SELECT value FROM json_each(?)) AND ${condition} GROUP BY "${column}"`,
          { bigints: true, arrays: true },
        )
        .all(JSON.stringify(keys))
      return new Map(rows.map(([parent, ...child]) => [Number(parent), child]))
    },
  }
}
