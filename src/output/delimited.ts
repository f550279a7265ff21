/** Formats rows as TSV and CSV. */

import { sanitizeLine, sanitizeText } from './sanitize.ts'
import type { Cell, ColumnSpec } from './view.ts'

const cellToText = (cell: Cell): string => (cell === null ? '' : String(cell))

/** Formats a TSV line; a tab or line break inside a cell becomes a space. @see docs/reliability.md#row-77 */
export const formatTsvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => sanitizeLine(cellToText(cell))).join('\t')}\n`

// A spreadsheet runs text that starts like this as a formula, also with full-width characters. If the
// spreadsheet's separator is not the comma, a cell may start after that separator. ASVS 1.2.10
const FORMULAS = /(^|[;|\t\n])(?=\s*[=+\-@＝＋－＠])/g

const quoteCsvValue = (value: string): string =>
  /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value

/** Most cells: nothing in them has to be cleaned, quoted or kept from running. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 ._:/-]*$/
const PLAIN_AMOUNT = /^-?[0-9]+(?:\.[0-9]+)?$/

function formatCsvCell(cell: Cell, isText: boolean): string {
  const text = cellToText(cell)
  if (text === '' || PLAIN.test(text) || (!isText && PLAIN_AMOUNT.test(text))) return text
  const value = sanitizeText(text)
  return quoteCsvValue(isText ? value.replaceAll(FORMULAS, "$1'") : value)
}

/** Formats a CSV line; text that a spreadsheet would run is prefixed with a quote mark, amounts never are. */
export const formatCsvLine = (cells: readonly Cell[], columns?: readonly ColumnSpec[]): string => {
  let line = ''
  for (const [at, cell] of cells.entries())
    line += `${at === 0 ? '' : ','}${formatCsvCell(cell, columns?.[at]?.kind === 'text')}`
  return `${line}\r\n`
}
