/** One thing on a terminal: a line per field. */

import { padded, widthOf } from './display-width.ts'
import { money } from './format-amount.ts'
import { manyLines } from './sanitize.ts'
import type { Look } from './style.ts'
import type { Cell, Head } from './view.ts'

/** The fields of one thing, one under the other; empty ones are left out. */
export function card(heads: readonly Head[], cells: readonly Cell[], look: Look): string {
  const filled = heads.flatMap((head, at) => {
    const cell = cells[at] ?? null
    return head.unseen || cell === null || cell === '' || cell === false ? [] : [{ head, cell }]
  })
  const width = Math.max(0, ...filled.map(({ head }) => widthOf(head.heading)))
  const lines = filled.map(
    ({ head, cell }) =>
      `${look.paint.dim(padded(head.heading, width))}  ${shown(head, cell, look, width + 2)}\n`,
  )
  return lines.join('')
}

/** A value; its further lines stand below the first one, `indent` columns from the left. */
const shown = (head: Head, cell: Cell, look: Look, indent: number): string => {
  if (cell === true) return 'yes'
  return head.kind === 'amount'
    ? money(String(cell), look.paint)
    : manyLines(String(cell)).replaceAll('\n', `\n${' '.repeat(indent)}`)
}
