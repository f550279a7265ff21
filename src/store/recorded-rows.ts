/**
 * Reads and deletes rows of the recorded tables by their keys, whatever the table.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import type { RecordedTable } from './change-recorder.ts'
import type { ChangeValue } from './changeset.ts'
import type { Database } from './database.ts'
import type { SqlStatement } from './statements.ts'

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
  const getColumns = cacheColumns(database)
  return {
    getColumns,
    ...readRows(database, getColumns),
    ...useRanges(database, getColumns),
    ...findRows(database, getColumns),
  }
}

type GetColumns = (table: RecordedTable) => TableColumns

/** Returns a function that reads the columns of each table once. */
function cacheColumns({ prepare }: Database): GetColumns {
  const cached = new Map<RecordedTable, TableColumns>()
  return (table) => {
    const known = cached.get(table)
    if (known) return known
    const info = prepare<ColumnInfo>(`PRAGMA table_info(${table})`).all()
    const keys = info
      .flatMap(({ pk }, position) => (pk > 0 ? [{ pk, position }] : []))
      .toSorted((a, b) => a.pk - b.pk)
      .map(({ position }) => position)
    const columns = { names: info.map(({ name }) => name), keys }
    cached.set(table, columns)
    return columns
  }
}

// Rows are compared with recorded ones, in which every integer is a bigint.
const AS_RECORDED = { bigints: true, arrays: true } as const

function readRows({ prepare }: Database, getColumns: GetColumns) {
  const splitKeys = prepare<ChangeValue[]>(
    'SELECT "transaction", line FROM split_lines WHERE "transaction" = ?',
    AS_RECORDED,
  )
  const byKey = new Map<RecordedTable, SqlStatement<ChangeValue[]>>()
  function prepareByKey(table: RecordedTable): SqlStatement<ChangeValue[]> {
    const { names, keys } = getColumns(table)
    const where = keys.map((position) => `"${names[position]}" = ?`).join(' AND ')
    const statement = prepare<ChangeValue[]>(`SELECT * FROM ${table} WHERE ${where}`, AS_RECORDED)
    byKey.set(table, statement)
    return statement
  }
  return {
    /** Returns a row; undefined when there is none. */
    getRow: (table: RecordedTable, key: readonly ChangeValue[]): RowValues | undefined =>
      (byKey.get(table) ?? prepareByKey(table)).get(...key),
    /** Lists the keys of the lines of a split transaction. */
    listSplitKeys: (transaction: number): ChangeValue[][] => splitKeys.all(transaction),
  }
}

/** The first and the last of successive keys; of a key of several columns its first one. */
type KeyRange = readonly [first: number, last: number]

function useRanges({ prepare }: Database, getColumns: GetColumns) {
  const inRange = (table: RecordedTable): string => `"${getColumns(table).names[0]}" BETWEEN ? AND ?`
  return {
    /** Deletes the rows with a key in a range. */
    deleteRange: (table: RecordedTable, [first, last]: KeyRange): void =>
      void prepare(`DELETE FROM ${table} WHERE ${inRange(table)}`).run(first, last),
    /** Lists the rows with a key in a range. */
    listRange: (table: RecordedTable, [first, last]: KeyRange): RowValues[] =>
      prepare<ChangeValue[]>(`SELECT * FROM ${table} WHERE ${inRange(table)}`, AS_RECORDED).all(first, last),
    /** Counts the rows with a key in a range. */
    countRange(table: RecordedTable, [first, last]: KeyRange): number {
      const sql = `SELECT count(*) AS count FROM ${table} WHERE ${inRange(table)}`
      return prepare<{ count: number }>(sql).get(first, last)?.count ?? 0
    },
    /** True if a row with a key in a range refers to another row. */
    hasReferenceInRange(
      { table, column }: { table: RecordedTable; column: string },
      key: number,
      [first, last]: KeyRange,
    ): boolean {
      const sql = `SELECT 1 FROM ${table} WHERE ${inRange(table)} AND "${column}" = ?`
      return prepare(sql).get(first, last, key) !== undefined
    },
  }
}

function findRows({ prepare }: Database, getColumns: GetColumns) {
  return {
    /** Lists the rows whose column has one of these keys: each key with the key of the row that has it. */
    listReferences(
      { table, column, condition = '1' }: { table: RecordedTable; column: string; condition?: string },
      keys: readonly number[],
    ): { parent: number; key: ChangeValue[] }[] {
      const columns = getColumns(table)
      const key = columns.keys.map((position) => `"${columns.names[position]}"`).join(', ')
      const rows = prepare<[bigint, ...ChangeValue[]]>(
        `SELECT "${column}", ${key} FROM ${table}
         WHERE "${column}" IN (SELECT value FROM json_each(?)) AND ${condition}`,
        AS_RECORDED,
      ).all(JSON.stringify(keys))
      return rows.map(([parent, ...child]) => ({ parent: Number(parent), key: child }))
    },
    /** Lists the keys of the rows of a table that are marked as deleted. */
    listDeleted: (table: RecordedTable): number[] =>
      prepare<[number]>(`SELECT seq FROM ${table} WHERE deleted = 1`, { arrays: true })
        .all()
        .map(([seq]) => seq),
    /** Returns which of these keys a column still has. */
    findReferred(
      { table, column }: { table: RecordedTable; column: string },
      keys: readonly number[],
    ): number[] {
      return prepare<[number]>(
        `SELECT DISTINCT "${column}" FROM ${table} WHERE "${column}" IN (SELECT value FROM json_each(?))`,
        { arrays: true },
      )
        .all(JSON.stringify(keys))
        .map(([parent]) => parent)
    },
  }
}
