/** Rows for other programs: TSV, CSV, and bare ids. */

import { sanitizeLine, sanitizeText } from './sanitize.ts'
import type { Cell, ColumnSpec } from './view.ts'

const cellToText = (cell: Cell): string => (cell === null ? '' : String(cell))

/**
 * A line of TSV; a tab or a line break inside a cell becomes a space, so that nothing splits.
 * @see docs/reliability.md#row-77
 */
export const formatTsvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => sanitizeLine(cellToText(cell))).join('\t')}\n`

// A spreadsheet runs a text that starts like this as a formula, in full width too; and where a person's own separator is
// another one than the comma, a cell starts behind each of them. ASVS 1.2.10, reliability 78 and R16
const FORMULAS = /(^|[;|\t\n])(?=\s*[=+\-@＝＋－＠])/g

const quoteCsvValue = (value: string): string =>
  /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value

/** A line of CSV; what a spreadsheet would run gets a quote mark before it, amounts never do. */
export const formatCsvLine = (cells: readonly Cell[], heads?: readonly ColumnSpec[]): string => {
  const values = cells.map((cell, at) => {
    const value = sanitizeText(cellToText(cell))
    return quoteCsvValue(heads?.[at]?.kind === 'text' ? value.replaceAll(FORMULAS, "$1'") : value)
  })
  return `${values.join(',')}\r\n`
}
