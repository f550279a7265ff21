/** Rows as an aligned table on a terminal. cli-table3's door. */

import CliTable from 'cli-table3'
import { fitted, padded, widthOf } from './display-width.ts'
import { grouped, tinted } from './format-amount.ts'
import { oneLine } from './sanitize.ts'
import type { Look, Paint } from './style.ts'
import type { Cell, Head } from './view.ts'

/** So many rows are a screen: what settles the widths, and all that cli-table3 ever gets. */ // performance.md §1
export const screenRows = 100
const GAP = 2
const NARROWEST = 6

/** Draws a list screen by screen; widths are settled by the first screen. */
export interface Table {
  screen(lines: readonly (readonly Cell[])[]): string
}

interface Shown {
  head: Head
  at: number
  width: number
}

/** A table for rows of these columns. */
export function openTable(heads: readonly Head[], look: Look, withHeader: boolean): Table {
  let shown: Shown[] | undefined
  let section: string | undefined
  return {
    screen(lines) {
      const texts = lines.map((line) => line.map((cell, at) => written(cell, heads[at])))
      const first = shown === undefined
      const before = columnsOf(shown)
      if (!shown || overflows(shown, texts)) shown = layout(heads, texts, look.width)
      const drawn: string[] =
        columnsOf(shown) !== before && withHeader ? [rows([headings(shown, look.paint)], shown)] : []
      const sectionAt = heads.findIndex((head) => head.section)
      let waiting: string[][] = []
      const flush = () => {
        if (waiting.length > 0) drawn.push((first ? rows : moreRows)(waiting, shown ?? []))
        waiting = []
      }
      for (const line of texts) {
        if (sectionAt >= 0 && line[sectionAt] !== section) {
          flush()
          section = line[sectionAt]
          drawn.push(look.paint.bold(fitted(section ?? '', look.width)))
        }
        waiting.push(shown.map((column) => cellText(column, line[column.at] ?? '', look.paint)))
      }
      flush()
      return drawn.map((block) => `${block}\n`).join('')
    },
  }
}

const written = (cell: Cell, head: Head | undefined): string => {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'yes' : ''
  const text = oneLine(String(cell))
  return head?.kind === 'amount' ? grouped(text) : text
}

const isRight = (head: Head): boolean => head.kind !== 'text'

const cellText = ({ head, width }: Shown, text: string, paint: Paint): string => {
  const cut = fitted(text, width)
  return head.kind === 'amount' ? tinted(text, paint, cut) : cut
}

const headings = (shown: Shown[], paint: Paint): string[] =>
  shown.map(({ head, width }) => paint.dim(fitted(head.heading, width)))

/** Which columns are drawn: where others are, they are headed anew. */
const columnsOf = (shown: Shown[] | undefined): string | undefined => shown?.map(({ at }) => at).join()

/** An amount must never be cut: a screen that holds a wider one gets a layout of its own. */
const overflows = (shown: Shown[], texts: string[][]): boolean =>
  shown.some(({ head, at, width }) => isRight(head) && texts.some((line) => widthOf(line[at] ?? '') > width))

/** Which columns are drawn, and how wide, so that a line fits the terminal. */
function layout(heads: readonly Head[], texts: string[][], room: number): Shown[] {
  let shown = heads
    .map((head, at) => ({ head, at, width: Math.max(0, ...texts.map((line) => widthOf(line[at] ?? ''))) }))
    .filter(({ head, width }) => !head.section && !head.unseen && width > 0) // a column with nothing in it is not drawn
    .map((column) => ({ ...column, width: Math.max(column.width, widthOf(column.head.heading)) }))
  const widthBy = (size: (column: Shown) => number) => shown.reduce((sum, one) => sum + size(one) + GAP, -GAP)
  const drop = (column: Shown): void => void (shown = shown.filter(({ at }) => at !== column.at))
  for (const column of shown.filter(({ head }) => head.droppable).toReversed()) {
    if (widthBy(({ width }) => width) > room) drop(column)
  }
  const spare = shown.filter(({ head }) => head.spare !== undefined)
  for (const column of spare.toSorted((a, b) => (b.head.spare ?? 0) - (a.head.spare ?? 0))) {
    if (widthBy(leastOf) > room) drop(column)
  }
  shrink(shown, room, leastOf)
  shrink(shown, room, shortestOf)
  return shown
}

const isCut = (head: Head): boolean => !isRight(head) && head.whole !== true
/** How narrow a column may become while it can still be read. */
const leastOf = ({ head, width }: Shown): number =>
  isCut(head) ? Math.min(width, head.least ?? NARROWEST) : width
/** How narrow it may become at all. */
const shortestOf = ({ head, width }: Shown): number => (isCut(head) ? Math.min(width, NARROWEST) : width)

/** Cuts the widest columns until a line fits, or none may become narrower. */
function shrink(shown: readonly Shown[], room: number, least: (column: Shown) => number): void {
  let over = shown.reduce((sum, { width }) => sum + width + GAP, -GAP) - room
  for (; over > 0; over--) {
    const [widest] = shown.filter((one) => one.width > least(one)).toSorted((a, b) => b.width - a.width)
    if (!widest) return
    widest.width--
  }
}

const NOTHING = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(GAP),
}

/** The first screen of a table. */
function rows(lines: string[][], shown: Shown[]): string {
  const table = new CliTable({
    chars: NOTHING,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths: shown.map(({ width }) => width),
    colAligns: shown.map(({ head }) => (isRight(head) ? 'right' : 'left')),
  })
  table.push(...lines)
  return table.toString().replace(/ +$/gm, '')
}

/** The screens after the first, in its columns: cli-table3 would take five times as long for the same lines. */ // performance.md §2
const moreRows = (lines: string[][], shown: Shown[]): string =>
  lines
    .map((line) =>
      line
        .map((cell, at) =>
          padded(cell, shown[at]?.width ?? 0, shown[at] && isRight(shown[at].head) ? 'right' : 'left'),
        )
        .join(' '.repeat(GAP))
        .trimEnd(),
    )
    .join('\n')
