/** Renders rows as an aligned table on a terminal, screen by screen. Only this file imports cli-table3. */

import CliTable from 'cli-table3'
import { displayWidth, padToWidth, truncateToWidth } from './display-width.ts'
import { colorAmount, groupThousands } from './format-amount.ts'
import { sanitizeLine } from './sanitize.ts'
import type { Colors, TextStyle } from './style.ts'
import type { Cell, ColumnSpec } from './view.ts'

/**
 * Rows per screen. The first screen decides the column widths, and only it is rendered by cli-table3.
 * @see docs/performance.md#1-peers-and-prototypes
 */
export const ROWS_PER_SCREEN = 100
const COLUMN_GAP = 2
const MIN_COLUMN_WIDTH = 6

/** Renders a list screen by screen, with the column widths of the first screen. */
export interface TableRenderer {
  screen(lines: readonly (readonly Cell[])[]): string
}

interface VisibleColumn {
  head: ColumnSpec
  at: number
  width: number
}

/** Returns a renderer for rows of these columns. */
export function createTableRenderer(
  heads: readonly ColumnSpec[],
  style: TextStyle,
  withHeader: boolean,
): TableRenderer {
  let shown: VisibleColumn[] | undefined
  let section: string | undefined
  return {
    screen(lines) {
      const texts = lines.map((line) => line.map((cell, at) => formatCell(cell, heads[at])))
      const first = shown === undefined
      const before = toColumnKey(shown)
      if (!shown || overflows(shown, texts)) shown = layOutColumns(heads, texts, style.width)
      const drawn: string[] =
        toColumnKey(shown) !== before && withHeader
          ? [renderFirstScreen([renderHeadings(shown, style.colors)], shown)]
          : []
      const sectionAt = heads.findIndex((head) => head.isGroupHeading)
      let waiting: string[][] = []
      const flush = () => {
        if (waiting.length > 0) drawn.push((first ? renderFirstScreen : renderMoreRows)(waiting, shown ?? []))
        waiting = []
      }
      for (const line of texts) {
        if (sectionAt >= 0 && line[sectionAt] !== section) {
          flush()
          section = line[sectionAt]
          drawn.push(style.colors.bold(truncateToWidth(section ?? '', style.width)))
        }
        waiting.push(shown.map((column) => renderCell(column, line[column.at] ?? '', style.colors)))
      }
      flush()
      return drawn.map((block) => `${block}\n`).join('')
    },
  }
}

const formatCell = (cell: Cell, head: ColumnSpec | undefined): string => {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'yes' : ''
  const text = sanitizeLine(String(cell))
  return head?.kind === 'amount' ? groupThousands(text) : text
}

const isRightAligned = (head: ColumnSpec): boolean => head.kind !== 'text'

const renderCell = ({ head, width }: VisibleColumn, text: string, colors: Colors): string => {
  const cut = truncateToWidth(text, width)
  return head.kind === 'amount' ? colorAmount(text, colors, cut) : cut
}

const renderHeadings = (shown: VisibleColumn[], colors: Colors): string[] =>
  shown.map(({ head, width }) => colors.dim(truncateToWidth(head.heading, width)))

/** Returns a key of the visible columns. When it changes, the headings are repeated. */
const toColumnKey = (shown: VisibleColumn[] | undefined): string | undefined =>
  shown?.map(({ at }) => at).join()

/** True if an amount would be truncated, which must never happen: such a screen gets its own layout. */
const overflows = (shown: VisibleColumn[], texts: string[][]): boolean =>
  shown.some(
    ({ head, at, width }) =>
      isRightAligned(head) && texts.some((line) => displayWidth(line[at] ?? '') > width),
  )

/** Selects the visible columns and their widths, so that a line fits the terminal. */
function layOutColumns(heads: readonly ColumnSpec[], texts: string[][], room: number): VisibleColumn[] {
  let shown = heads
    .map((head, at) => ({
      head,
      at,
      width: Math.max(0, ...texts.map((line) => displayWidth(line[at] ?? ''))),
    }))
    .filter(({ head, width }) => !head.isGroupHeading && !head.hiddenOnTerminal && width > 0) // a column without values is not shown
    .map((column) => ({ ...column, width: Math.max(column.width, displayWidth(column.head.heading)) }))
  const widthBy = (size: (column: VisibleColumn) => number) =>
    shown.reduce((sum, one) => sum + size(one) + COLUMN_GAP, -COLUMN_GAP)
  const drop = (column: VisibleColumn): void => void (shown = shown.filter(({ at }) => at !== column.at))
  for (const column of shown.filter(({ head }) => head.isDroppable).toReversed()) {
    if (widthBy(({ width }) => width) > room) drop(column)
  }
  const spare = shown.filter(({ head }) => head.dropPriority !== undefined)
  for (const column of spare.toSorted((a, b) => (b.head.dropPriority ?? 0) - (a.head.dropPriority ?? 0))) {
    if (widthBy(getReadableWidth) > room) drop(column)
  }
  shrinkColumns(shown, room, getReadableWidth)
  shrinkColumns(shown, room, getShortestWidth)
  return shown
}

const isTruncatable = (head: ColumnSpec): boolean => !isRightAligned(head) && head.neverTruncate !== true
/** Returns the width at which a column is still readable. */
const getReadableWidth = ({ head, width }: VisibleColumn): number =>
  isTruncatable(head) ? Math.min(width, head.minWidth ?? MIN_COLUMN_WIDTH) : width
/** Returns the smallest width a column may have. */
const getShortestWidth = ({ head, width }: VisibleColumn): number =>
  isTruncatable(head) ? Math.min(width, MIN_COLUMN_WIDTH) : width

/** Shrinks the widest columns until a line fits, or until no column can shrink further. */
function shrinkColumns(
  shown: readonly VisibleColumn[],
  room: number,
  least: (column: VisibleColumn) => number,
): void {
  let over = shown.reduce((sum, { width }) => sum + width + COLUMN_GAP, -COLUMN_GAP) - room
  for (; over > 0; over--) {
    const [widest] = shown.filter((one) => one.width > least(one)).toSorted((a, b) => b.width - a.width)
    if (!widest) return
    widest.width--
  }
}

const NO_BORDERS = {
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
  middle: ' '.repeat(COLUMN_GAP),
}

/** Renders the first screen. */
function renderFirstScreen(lines: string[][], shown: VisibleColumn[]): string {
  const table = new CliTable({
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths: shown.map(({ width }) => width),
    colAligns: shown.map(({ head }) => (isRightAligned(head) ? 'right' : 'left')),
  })
  table.push(...lines)
  return table.toString().replace(/ +$/gm, '')
}

/**
 * Renders a further screen in the same columns. cli-table3 would take five times as long for the same lines.
 * @see docs/performance.md#2-goals
 */
const renderMoreRows = (lines: string[][], shown: VisibleColumn[]): string =>
  lines
    .map((line) =>
      line
        .map((cell, at) =>
          padToWidth(
            cell,
            shown[at]?.width ?? 0,
            shown[at] && isRightAligned(shown[at].head) ? 'right' : 'left',
          ),
        )
        .join(' '.repeat(COLUMN_GAP))
        .trimEnd(),
    )
    .join('\n')
