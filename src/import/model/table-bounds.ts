/** Where the table of a file begins, and the lines outside it. */

import type { FileRecord } from './file-record.ts'

export interface SkippedLine {
  line: number
  raw: string
  why: string
}

export interface TableBounds {
  header: FileRecord | undefined
  /** The first record of the table, as an index into the sample. */
  first: number
}
