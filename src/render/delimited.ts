/** Rows for other programs: TSV, CSV, and bare ids. */

import { manyLines, oneLine } from './sanitize.ts'
import type { Cell, Head } from './view.ts'

const written = (cell: Cell): string => (cell === null ? '' : String(cell))

/** A line of TSV; a tab or a line break inside a cell becomes a space, so that nothing splits. */ // reliability 77
export const tsvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => oneLine(written(cell))).join('\t')}\n`

// A spreadsheet runs a text that starts like this as a formula, in full width too; and where a person's own separator is
// another one than the comma, a cell starts behind each of them. ASVS 1.2.10, reliability 78 and R16
const FORMULAS = /(^|[;|\t\n])(?=\s*[=+\-@＝＋－＠])/g

const quoted = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** A line of CSV; what a spreadsheet would run gets a quote mark before it, amounts never do. */
export const csvLine = (cells: readonly Cell[], heads?: readonly Head[]): string => {
  const values = cells.map((cell, at) => {
    const value = manyLines(written(cell))
    return quoted(heads?.[at]?.kind === 'text' ? value.replaceAll(FORMULAS, "$1'") : value)
  })
  return `${values.join(',')}\r\n`
}
