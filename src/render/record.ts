/** Renders one entity on a terminal, a line per field. */

import { displayWidth, padToWidth } from './display-width.ts'
import { formatColoredAmount } from './format-amount.ts'
import { sanitizeText } from './sanitize.ts'
import type { TextStyle } from './style.ts'
import type { Cell, ColumnSpec } from './view.ts'

/** Renders the fields that are not empty, one per line. */
export function renderRecord(heads: readonly ColumnSpec[], cells: readonly Cell[], style: TextStyle): string {
  const filled = heads.flatMap((head, at) => {
    const cell = cells[at] ?? null
    return head.hiddenOnTerminal || cell === null || cell === '' || cell === false ? [] : [{ head, cell }]
  })
  const width = Math.max(0, ...filled.map(({ head }) => displayWidth(head.heading)))
  const lines = filled.map(
    ({ head, cell }) =>
      `${style.colors.dim(padToWidth(head.heading, width))}  ${formatRecordValue(head, cell, style, width + 2)}\n`,
  )
  return lines.join('')
}

/** Formats a value; its further lines are indented by `indent` columns. */
const formatRecordValue = (head: ColumnSpec, cell: Cell, style: TextStyle, indent: number): string => {
  if (cell === true) return 'yes'
  return head.kind === 'amount'
    ? formatColoredAmount(String(cell), style.colors)
    : sanitizeText(String(cell)).replaceAll('\n', `\n${' '.repeat(indent)}`)
}
