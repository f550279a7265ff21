/** Renders one entity on a terminal, a line per field. */

import { displayWidth, padToWidth } from './display-width.ts'
import { formatColoredAmount } from './format-amount.ts'
import { sanitizeText } from './sanitize.ts'
import type { TextStyle } from './style.ts'
import type { Cell, ColumnSpec } from './view.ts'

/** Renders the fields that are not empty, one per line. */
export function renderRecord(
  columns: readonly ColumnSpec[],
  cells: readonly Cell[],
  style: TextStyle,
): string {
  const filled = columns.flatMap((column, at) => {
    const cell = cells[at] ?? null
    return column.hiddenOnTerminal || cell === null || cell === '' || cell === false
      ? []
      : [{ head: column, cell }]
  })
  const width = Math.max(0, ...filled.map(({ head: column }) => displayWidth(column.heading)))
  const lines = filled.map(
    ({ head: column, cell }) =>
      `${style.colors.dim(padToWidth(column.heading, width))}  ${formatRecordValue(column, cell, style, width + 2)}\n`,
  )
  return lines.join('')
}

/** Formats a value; its further lines are indented by `indent` columns. */
const formatRecordValue = (column: ColumnSpec, cell: Cell, style: TextStyle, indent: number): string => {
  if (cell === true) return 'yes'
  return column.kind === 'amount'
    ? formatColoredAmount(String(cell), style.colors)
    : sanitizeText(String(cell)).replaceAll('\n', `\n${' '.repeat(indent)}`)
}
