/**
 * Describes the changes of rows that SQLite's session extension records, and inverts them.
 * @see https://sqlite.org/session/intro.html
 */

/** A value of a row: an INTEGER is always a bigint, a REAL always a number. */
export type ChangeValue = null | bigint | number | string | Uint8Array

/** One row that was inserted, updated or deleted. Arrays are by column position. */
export interface RowChange {
  table: string
  /** The position of each column in the primary key, counted from 1; 0 of a column outside it. */
  keyColumns: readonly number[]
  operation: 'insert' | 'update' | 'delete'
  /**
   * The values before: empty for an insert, all for a delete. An update has those of the key and of the changed
   * columns, and undefined for the others.
   */
  before: readonly (ChangeValue | undefined)[]
  /** The values after: all for an insert, empty for a delete; an update has those of the changed columns only. */
  after: readonly (ChangeValue | undefined)[]
}

/** The byte before the header of a table. */
export const TABLE_MARK = 0x54

/** The byte before each change. */
export const operationMarks = { insert: 18, update: 23, delete: 9 } as const

/** The byte before each value. */
export const valueMarks = { undefined: 0, integer: 1, real: 2, text: 3, blob: 4, null: 5 } as const

/** Returns the change that takes this one back. */
export function invertChange(change: RowChange): RowChange {
  const { table, keyColumns, before, after } = change
  if (change.operation === 'insert')
    return { table, keyColumns, operation: 'delete', before: after, after: [] }
  if (change.operation === 'delete')
    return { table, keyColumns, operation: 'insert', before: [], after: before }
  return {
    table,
    keyColumns,
    operation: 'update',
    // The key stays in `before`, by which SQLite finds the row.
    before: keyColumns.map((position, column) => (position > 0 ? before[column] : after[column])),
    after: keyColumns.map((position, column) => (position > 0 ? undefined : before[column])),
  }
}

/** Returns the changes that take these back, the last one first. */
export const invertChanges = (changes: readonly RowChange[]): RowChange[] =>
  changes.toReversed().map(invertChange)
