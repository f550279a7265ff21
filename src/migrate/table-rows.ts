/** Reads rows of the tables of an SQLite file, and names the row of a wrong value. */

import type { UserError } from '../contract/errors.ts'
import type { ForeignTables, ForeignValue } from '../contract/ports/foreign-tables.ts'
import { createPlaceError, EXPORT_AGAIN } from '../tables/source-file.ts'

/** A row: the cells, where each column stands in them, and its place in the file. */
export interface TableRow {
  table: string
  /** Counts from 1. */
  number: number
  positions: ReadonlyMap<string, number>
  cells: readonly ForeignValue[]
}

/** Which columns of a table are read. Older files do not have the optional ones, nor the table if all are. */
export interface TableColumns {
  required?: readonly string[]
  optional?: readonly string[]
}

/**
 * Yields the rows of a table, none if it is missing.
 * @throws UserError if a required column is missing, or the file is damaged
 */
export function* readRows(
  tables: ForeignTables,
  table: string,
  { required = [], optional = [] }: TableColumns,
): Generator<TableRow> {
  const known = new Set(tables.listColumns(table))
  const missing = required.find((column) => !known.has(column))
  if (missing !== undefined) throw createPlaceError(table, `the column ${missing} is missing`, EXPORT_AGAIN)
  const columns = [...required, ...optional.filter((column) => known.has(column))]
  if (columns.length === 0) return
  const positions = new Map(columns.map((column, at) => [column, at]))
  let number = 0
  for (const cells of tables.iterate(table, columns)) yield { table, number: ++number, positions, cells }
}

/** Returns where a row stands, e.g. `transactions, row 12`. */
export const describePlace = ({ table, number }: TableRow): string => `${table}, row ${number}`

/** Returns an error about a value of a row. */
export const createRowError = (row: TableRow, problem: string): UserError =>
  createPlaceError(describePlace(row), problem, EXPORT_AGAIN)

function readCell({ positions, cells }: TableRow, column: string): ForeignValue {
  const at = positions.get(column)
  return at === undefined ? null : (cells[at] ?? null)
}

/** Returns a text; null if it is missing or empty. */
export function readOptionalText(row: TableRow, column: string): string | null {
  const value = readCell(row, column)
  if (value === null || value === '') return null
  if (typeof value !== 'string') throw createRowError(row, `${column} is not text`)
  return value
}

/** Returns a text that must be there. */
export function readText(row: TableRow, column: string): string {
  const value = readOptionalText(row, column)
  if (value === null) throw createRowError(row, `${column} is missing`)
  return value
}

/** Returns a whole number; null if it is missing. */
export function readOptionalInteger(row: TableRow, column: string): bigint | null {
  const value = readCell(row, column)
  if (value === null || typeof value === 'bigint') return value
  throw createRowError(row, `${column} is not a whole number`)
}

/** Returns a number by which rows are sorted; 0 if it is missing. */
export function readSortOrder(row: TableRow): number {
  const value = readCell(row, 'sort_order')
  if (typeof value === 'number') return value
  return value === null ? 0 : Number(readOptionalInteger(row, 'sort_order'))
}

/** Returns true for 1; the default if the column or the value is missing. */
export function readFlag(row: TableRow, column: string, missing = false): boolean {
  const value = readOptionalInteger(row, column)
  return value === null ? missing : value !== 0n
}
