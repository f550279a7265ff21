/** Renders rows as an aligned table on a terminal, screen by screen. Only this file imports cli-table3. */

import CliTable from 'cli-table3'
import { displayWidth, padToWidth, truncateToWidth } from './display-width.ts'
import { colorAmount, groupThousands } from './format-amount.ts'
import { sanitizeLine } from './sanitize.ts'
import type { Colors, TextStyle } from './style.ts'
import type { Cell, ColumnSpec } from './view.ts'

/**
 * Rows per screen. The first screen decides the column widths, and only it is rendered by cli-table3.
 * @see docs/performance.md#what-reaches-them
 */
export const ROWS_PER_SCREEN = 100
const COLUMN_GAP = 2
const MIN_COLUMN_WIDTH = 6

/** Renders a list screen by screen, with the column widths of the first screen. */
export interface TableRenderer {
  screen(lines: readonly (readonly Cell[])[]): string
}

interface VisibleColumn {
  spec: ColumnSpec
  index: number
  width: number
}

/** Returns a renderer for rows of these columns. */
export function createTableRenderer(
  columns: readonly ColumnSpec[],
  style: TextStyle,
  withHeader: boolean,
): TableRenderer {
  let visible: VisibleColumn[] | undefined
  let section: string | undefined
  return {
    screen(lines) {
      const cells = lines.map((line) => line.map((cell, at) => formatCell(cell, columns[at])))
      const first = visible === undefined
      const before = toColumnKey(visible)
      if (!visible || overflows(visible, cells)) visible = layOutColumns(columns, cells, style.width)
      const blocks: string[] =
        toColumnKey(visible) !== before && withHeader
          ? [renderFirstScreen([renderHeadings(visible, style.colors)], visible)]
          : []
      const sectionAt = columns.findIndex((spec) => spec.isGroupHeading)
      let pendingRows: string[][] = []
      const flush = () => {
        if (pendingRows.length > 0)
          blocks.push((first ? renderFirstScreen : renderMoreRows)(pendingRows, visible ?? []))
        pendingRows = []
      }
      for (const line of cells) {
        if (sectionAt >= 0 && line[sectionAt] !== section) {
          flush()
          section = line[sectionAt]
          blocks.push(style.colors.bold(truncateToWidth(section ?? '', style.width)))
        }
        pendingRows.push(visible.map((column) => renderCell(column, line[column.index] ?? '', style.colors)))
      }
      flush()
      return blocks.map((block) => `${block}\n`).join('')
    },
  }
}

const formatCell = (cell: Cell, spec: ColumnSpec | undefined): string => {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'yes' : ''
  const text = sanitizeLine(String(cell))
  return spec?.kind === 'amount' ? groupThousands(text) : text
}

const isRightAligned = (spec: ColumnSpec): boolean => spec.kind !== 'text'

const renderCell = ({ spec, width }: VisibleColumn, text: string, colors: Colors): string => {
  const cut = truncateToWidth(text, width)
  return spec.kind === 'amount' ? colorAmount(text, colors, cut) : cut
}

const renderHeadings = (visible: VisibleColumn[], colors: Colors): string[] =>
  visible.map(({ spec, width }) => colors.dim(truncateToWidth(spec.heading, width)))

/** Returns a key of the visible columns. When it changes, the headings are repeated. */
const toColumnKey = (visible: VisibleColumn[] | undefined): string | undefined =>
  visible?.map(({ index: at }) => at).join()

/** True if an amount would be truncated, which must never happen: such a screen gets its own layout. */
const overflows = (visible: VisibleColumn[], cells: string[][]): boolean =>
  visible.some(
    ({ spec, index, width }) =>
      isRightAligned(spec) && cells.some((line) => displayWidth(line[index] ?? '') > width),
  )

/** Selects the visible columns and their widths, so that a line fits the terminal. */
function layOutColumns(columns: readonly ColumnSpec[], cells: string[][], maxWidth: number): VisibleColumn[] {
  let visible = columns
    .map((spec, index) => ({
      spec,
      index,
      width: Math.max(0, ...cells.map((line) => displayWidth(line[index] ?? ''))),
    }))
    .filter(({ spec, width }) => !spec.isGroupHeading && !spec.hiddenOnTerminal && width > 0) // a column without values is not shown
    .map((column) => ({ ...column, width: Math.max(column.width, displayWidth(column.spec.heading)) }))
  const widthBy = (size: (column: VisibleColumn) => number) =>
    visible.reduce((sum, column) => sum + size(column) + COLUMN_GAP, -COLUMN_GAP)
  const drop = (column: VisibleColumn): void =>
    void (visible = visible.filter(({ index }) => index !== column.index))
  for (const column of visible.filter(({ spec }) => spec.isDroppable).toReversed()) {
    if (widthBy(({ width }) => width) > maxWidth) drop(column)
  }
  const prioritized = visible.filter(({ spec }) => spec.dropPriority !== undefined)
  for (const column of prioritized.toSorted(
    (a, b) => (b.spec.dropPriority ?? 0) - (a.spec.dropPriority ?? 0),
  )) {
    if (widthBy(getReadableWidth) > maxWidth) drop(column)
  }
  shrinkColumns(visible, maxWidth, getReadableWidth)
  // Where a sentence at the end is wrapped anyway, names stay readable.
  const wraps = visible.at(-1)?.spec.neverTruncate === true && widthBy(getShortestWidth) > maxWidth
  if (!wraps) shrinkColumns(visible, maxWidth, getShortestWidth)
  return visible
}

const isTruncatable = (spec: ColumnSpec): boolean => !isRightAligned(spec) && spec.neverTruncate !== true
/** Returns the width at which a column is still readable. */
const getReadableWidth = ({ spec, width }: VisibleColumn): number =>
  isTruncatable(spec) ? Math.min(width, spec.minWidth ?? MIN_COLUMN_WIDTH) : width
/** Returns the smallest width a column may have. */
const getShortestWidth = ({ spec, width }: VisibleColumn): number =>
  isTruncatable(spec) ? Math.min(width, MIN_COLUMN_WIDTH) : width

/** Shrinks the widest columns until a line fits, or until no column can shrink further. */
function shrinkColumns(
  visible: readonly VisibleColumn[],
  maxWidth: number,
  getMinWidth: (column: VisibleColumn) => number,
): void {
  let over = visible.reduce((sum, { width }) => sum + width + COLUMN_GAP, -COLUMN_GAP) - maxWidth
  for (; over > 0; over--) {
    const [widest] = visible
      .filter((column) => column.width > getMinWidth(column))
      .toSorted((a, b) => b.width - a.width)
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
function renderFirstScreen(lines: string[][], visible: VisibleColumn[]): string {
  const table = new CliTable({
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths: visible.map(({ width }) => width),
    colAligns: visible.map(({ spec }) => (isRightAligned(spec) ? 'right' : 'left')),
  })
  table.push(...lines)
  return table.toString().replace(/ +$/gm, '')
}

/**
 * Renders a further screen in the same columns. cli-table3 would take five times as long for the same lines.
 * @see docs/performance.md#goals
 */
const renderMoreRows = (lines: string[][], visible: VisibleColumn[]): string =>
  lines
    .map((line) =>
      line
        .map((cell, at) =>
          padToWidth(
            cell,
            visible[at]?.width ?? 0,
            visible[at] && isRightAligned(visible[at].spec) ? 'right' : 'left',
          ),
        )
        .join(' '.repeat(COLUMN_GAP))
        .trimEnd(),
    )
    .join('\n')
