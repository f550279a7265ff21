/** Reads the cells of report rows. */

import type { ReportCell, ReportRow } from './report.ts'

/** Returns the cell of a field of a row; null for none. */
export function readCell(row: ReportRow | null | undefined, field: string): ReportCell {
  const cell = row?.[field]
  return typeof cell === 'string' || typeof cell === 'number' ? cell : null
}

/** Returns the text of a cell; null if it has none. */
export function readText(row: ReportRow | null | undefined, field: string): string | null {
  const cell = readCell(row, field)
  return typeof cell === 'string' ? cell : null
}

/** Returns the number of a cell; null if it has none. */
export function readNumber(row: ReportRow | null | undefined, field: string): number | null {
  const cell = readCell(row, field)
  return typeof cell === 'number' ? cell : null
}
