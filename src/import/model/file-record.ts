/** A record of a text file: its cells, its text and the line it starts on. */

/** Dates that cannot be read by themselves. */

export interface CellDates {
  /** Where they are, counted from 0. */
  columns: ReadonlySet<number>
  /** The date `YYYY-MM-DD` of a cell. */
  read(cell: string): string | undefined
  /** How they are written. */
  format: string
  /** The year of the newest, where they have none. */
  year?: number
}

export interface FileRecord {
  /** Counts the file's lines from 1. */
  line: number
  /** The record as it stands in the file. */
  raw: string
  cells: string[]
  /** The byte at which a block begins with this record: a place from which the file can be read again. */
  opens: number | undefined
  /** The text of the lines under it that continue it. */
  more?: string
  /** Why the record cannot be trusted: its quotes or its size. */
  flaw?: string
}
