/** Draws the month on a screen: categories with their figures, the row that is worked on, a panel, the keys. */

import type { MonthGroup } from '../../contract/operations/months.ts'
import { nameMonth } from '../../money/calendar.ts'
import { sum } from '../../money/decimal.ts'
import { displayWidth, padToWidth, truncateToWidth } from '../../output/display-width.ts'
import { colorAmount, groupThousands } from '../../output/format-amount.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import {
  fitLine,
  measurePanel,
  padLines,
  placeBeside,
  renderKeyLabels,
  renderTitle,
  type ScreenStyle,
} from '../../screens/frame.ts'
import type { Panel } from '../../screens/panel.ts'
import { findFirstShown } from '../../screens/scroll.ts'
import { renderTextInput, type TextInput } from '../../screens/text-input.ts'
import type { MonthReply } from '../month-view.ts'
import { describeNeed, type MonthRow } from './month-rows.ts'

/** What the screen shows. */
export interface MonthScreen {
  reply: MonthReply
  /** Further months beside it, in their order, where a year is shown; `reply` is one of them. */
  months: readonly MonthReply[]
  rows: readonly MonthRow[]
  cursor: number
  selected: ReadonlySet<string>
  folded: ReadonlySet<string>
  /** The amount that is typed into the row under the cursor. */
  amount: TextInput | undefined
  /** Ready to Assign after what is typed; undefined while nothing is. */
  ready_after: string | undefined
  /** How many rows are selected, and which view is shown. */
  remark: string
  /** A line about the row under the cursor. */
  detail: string
  message: string
  panel: Panel | undefined
  /** What stands beside the rows of a wide screen while no panel is open. */
  side: readonly string[]
  keys: readonly string[]
}

/** Returns the lines of the screen: none wider than it, and no more than it has. */
export function drawMonth(screen: MonthScreen, style: ScreenStyle): string[] {
  const { panel, side } = screen
  const keys = renderKeyLabels(panel ? panel.listKeys() : screen.keys, style)
  const title = renderTitle(formatTitle(screen, style), screen.remark, style)
  // The title, the header and the line about the row.
  const space = style.rows - 3 - keys.length
  if (panel?.isWhole) return [title, ...padLines(panel.render(style, space + 2), space + 2), ...keys]
  const about = renderAbout(screen, style)
  const measured = measurePanel(style.columns)
  if (measured.isBeside && (panel || side.length > 0)) {
    const inside = { ...style, columns: measured.panel }
    const rows = renderRows(screen, { ...style, columns: measured.lines }, space)
    const beside = panel ? renderPanel(panel, inside, space + 1) : side.map((line) => fitLine(line, inside))
    return [title, ...placeBeside(rows, beside, measured.lines), about, ...keys]
  }
  const below = panel ? renderPanel(panel, style, Math.max(4, space - MIN_ROWS)) : []
  const rows = renderRows(screen, style, Math.max(1, space - below.length))
  return [title, ...rows, about, ...below, ...keys].slice(0, style.rows)
}

/** Rows that stay in sight above a panel. */
const MIN_ROWS = 6

function formatTitle({ reply, ready_after: after }: MonthScreen, { columns }: ScreenStyle): string {
  const ready = groupThousands(reply.month.ready_to_assign)
  const change =
    after === undefined || after === reply.month.ready_to_assign ? '' : ` → ${groupThousands(after)}`
  if (columns < NARROW) return `${reply.month.month}  Ready ${ready}${change}`
  return `${nameMonthAndYear(reply.month.month)}    Ready to Assign ${ready}${change}`
}

/** A narrower screen has a short title. */
const NARROW = 60

/** Returns `November 2026`. */
export const nameMonthAndYear = (month: string): string => `${nameMonth(month)} ${month.slice(0, 4)}`

function renderPanel(panel: Panel, style: ScreenStyle, space: number): string[] {
  const title = truncateToWidth(` ${sanitizeLine(panel.title)} `, style.columns - 4)
  const rule = '─'.repeat(Math.max(0, style.columns - 2 - displayWidth(title)))
  const lines = panel.render(style, space - 1)
  return [style.colors.dim('──') + style.colors.bold(title) + style.colors.dim(rule), ...lines]
}

function renderAbout({ message, detail }: MonthScreen, style: ScreenStyle): string {
  return message === ''
    ? style.colors.dim(fitLine(` ${detail}`, style))
    : style.colors.yellow(fitLine(` ${message}`, style))
}

/** A column of figures, shown where the screen has so many columns. */
interface FigureColumn {
  heading: string
  minColumns: number
  getText(row: MonthRow): string
  /** Colours the padded text. */
  paint(row: MonthRow, text: string, style: ScreenStyle): string
}

type Figure = 'assigned' | 'activity' | 'available'

const totals = new WeakMap<MonthGroup, Record<Figure, string>>()

function getFigure({ category, group }: MonthRow, figure: Figure): string {
  if (category) return category[figure]
  const known = totals.get(group) ?? {
    assigned: sum(group.categories.map(({ assigned }) => assigned)),
    activity: sum(group.categories.map(({ activity }) => activity)),
    available: sum(group.categories.map(({ available }) => available)),
  }
  totals.set(group, known)
  return known[figure]
}

const createFigureColumn = (figure: Figure, minColumns: number): FigureColumn => ({
  heading: figure.charAt(0).toUpperCase() + figure.slice(1),
  minColumns,
  getText: (row) => groupThousands(getFigure(row, figure)),
  paint: (row, text, { colors }) => colorAmount(getFigure(row, figure), colors, text),
})

const figureColumns: readonly FigureColumn[] = [
  createFigureColumn('assigned', 0),
  createFigureColumn('activity', 56),
  createFigureColumn('available', 0),
]

/** Returns a column with what is assigned in one of several months. */
const createMonthColumn = ({ month }: MonthReply, isCurrent: boolean): FigureColumn => {
  const categories = new Map(
    month.category_groups.flatMap((group) => group.categories).map((category) => [category.id, category]),
  )
  const getAssigned = ({ category, group }: MonthRow): string =>
    category
      ? (categories.get(category.id)?.assigned ?? '0')
      : sum(group.categories.map(({ id }) => categories.get(id)?.assigned ?? '0'))
  return {
    heading: `${isCurrent ? '▸' : ''}${nameMonth(month.month).slice(0, 3)} ${month.month.slice(2, 4)}`,
    minColumns: 0,
    getText: (row) => groupThousands(getAssigned(row)),
    paint: (row, text, { colors }) => colorAmount(getAssigned(row), colors, text),
  }
}

const MIN_NAME = 14
const NEED_COLUMNS = 72
const MAX_NAME = 40

interface Layout {
  columns: { column: FigureColumn; width: number; isCurrent: boolean }[]
  name: number
  need: number
}

/** The layout of rows, by the columns of the screen: rows do not change, and a key draws them again. */
const layouts = new WeakMap<readonly MonthRow[], Map<number, Layout>>()

function getLayout(screen: MonthScreen, columns: number): Layout {
  const byColumns = layouts.get(screen.rows) ?? new Map<number, Layout>()
  layouts.set(screen.rows, byColumns)
  const layout = byColumns.get(columns) ?? measureRows(screen, columns)
  byColumns.set(columns, layout)
  return layout
}

/** Divides the columns of the screen: figures get what they need, the name what is left. */
function measureRows(screen: MonthScreen, columns: number): Layout {
  const isYear = screen.months.length > 0
  const { month: current } = screen.reply.month
  const shown = isYear
    ? screen.months.map((month) => {
        const isCurrent = month.month.month === current
        return { column: createMonthColumn(month, isCurrent), isCurrent }
      })
    : figureColumns
        .filter(({ minColumns }) => columns >= minColumns)
        .map((column, at) => ({ column, isCurrent: at === 0 }))
  const measured = shown.map(({ column, isCurrent }) => ({
    column,
    isCurrent,
    width: Math.max(column.heading.length, 9, ...screen.rows.map((row) => column.getText(row).length)),
  }))
  const needs =
    isYear || columns < NEED_COLUMNS
      ? []
      : screen.rows.map(({ category }) => (category ? describeNeed(category).length : 0))
  const need = needs.length === 0 ? 0 : Math.max(6, ...needs) + 2
  const used = measured.reduce((total, { width }) => total + width + 2, 0) + need + MARGIN
  return { columns: measured, need, name: Math.max(MIN_NAME, Math.min(MAX_NAME, columns - used)) }
}

/** The cursor and the mark of a selected row. */
const MARGIN = 4

/** Returns the headings and exactly `space` rows around the cursor. */
function renderRows(screen: MonthScreen, style: ScreenStyle, space: number): string[] {
  const { rows, cursor } = screen
  const layout = getLayout(screen, style.columns)
  const from = findFirstShown(cursor, { count: rows.length, page: space })
  const shown = rows
    .slice(from, from + space)
    .map((row, at) => renderRow(screen, row, { style, layout, isCurrent: from + at === cursor }))
  const cells = layout.columns.map(({ column, width }) => `  ${column.heading.padStart(width)}`).join('')
  const heading = `  ${padToWidth('Category', layout.name + 2)}${cells}${layout.need === 0 ? '' : '  Target'}`
  return [style.colors.dim(truncateToWidth(heading, style.columns)), ...padLines(shown, space)]
}

function renderRow(
  { selected, folded, amount }: MonthScreen,
  row: MonthRow,
  { style, layout, isCurrent }: { style: ScreenStyle; layout: Layout; isCurrent: boolean },
): string {
  const { colors } = style
  const { category, group } = row
  const mark = isCurrent ? '▸' : ' '
  const label = category
    ? `${selected.has(row.id) ? '✓' : ' '} ${sanitizeLine(category.name)}`
    : `${folded.has(group.id) ? '▸' : '▾'} ${sanitizeLine(group.name)}`
  const name = padToWidth(truncateToWidth(label, layout.name + 2), layout.name + 2)
  const cells = layout.columns.map(({ column, width, isCurrent: isEdited }) => {
    const isTyped = isCurrent && isEdited && amount !== undefined && category !== undefined
    const text = isTyped ? renderTextInput(amount, width) : column.getText(row)
    const padded = padToWidth(text, width, 'right')
    return `  ${isTyped ? colors.bold(padded) : column.paint(row, padded, style)}`
  })
  const shownName = category && !isCurrent ? name : colors.bold(name)
  return `${mark} ${shownName}${cells.join('')}${layout.need === 0 ? '' : renderNeed(row, colors)}`
}

function renderNeed({ category }: MonthRow, colors: ScreenStyle['colors']): string {
  const need = category ? describeNeed(category) : ''
  if (need === '') return ''
  const paint = need.startsWith('overspent') ? colors.red : need === 'funded' ? colors.green : colors.yellow
  return `  ${paint(need)}`
}
