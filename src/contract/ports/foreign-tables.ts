/** Defines how the tables of an SQLite file are read that another program wrote. */

/** A value of such a table, whose columns may hold anything. */
export type ForeignValue = string | bigint | number | Uint8Array | null

/** The tables of the file. What is a view or a virtual table is none of them. */
export interface ForeignTables {
  /** Returns the names of the stored columns; empty if there is no such table. */
  listColumns(table: string): readonly string[]
  /**
   * Yields these columns of every row, in the order in which the table has them.
   * @throws UserError when the file is damaged, or a value or the table is too large
   */
  iterate(table: string, columns: readonly string[]): Iterable<readonly ForeignValue[]>
}

/** A file that another program wrote. */
export interface ForeignFile {
  /** The name that errors show. */
  path: string
  bytes: Uint8Array
}

/**
 * Opens a copy of an SQLite file while `use` runs.
 * @throws UserError when the file is damaged
 */
export type UseForeignTables = <Result>(
  file: ForeignFile,
  use: (tables: ForeignTables) => Result,
) => Promise<Result>
