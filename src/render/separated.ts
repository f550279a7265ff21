/** Rows for other programs: TSV, CSV, and bare ids. */

import { manyLines, oneLine } from './safe.ts'
import type { Cell, Head } from './sheet.ts'

const written = (cell: Cell): string => (cell === null ? '' : String(cell))

/** A line of TSV; a tab or a line break inside a cell becomes a space, so that nothing splits. */ // reliability 77
export const tsvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => oneLine(written(cell))).join('\t')}\n`

// A spreadsheet runs a text that starts like this as a formula. ASVS 1.2.10, reliability 78
const FORMULA = /^\s*[=+\-@]/

const quoted = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** A line of CSV; text that a spreadsheet would run gets a quote mark before it, amounts never do. */
export const csvLine = (cells: readonly Cell[], heads?: readonly Head[]): string => {
  const values = cells.map((cell, at) => {
    const value = manyLines(written(cell))
    return quoted(heads?.[at]?.kind === 'text' && FORMULA.test(value) ? `'${value}` : value)
  })
  return `${values.join(',')}\r\n`
}
