/** Shows a budget month. */

import type { Operations } from '../contract/api.ts'
import { listFieldPaths } from '../contract/field-paths.ts'
import type { OperationReply } from '../contract/operation.ts'
import {
  getMonth,
  type MonthCategory,
  type MonthGroup,
  monthCategory,
} from '../contract/operations/months.ts'
import { isNegative, isZero } from '../money/decimal.ts'
import { wrapWords } from '../output/display-width.ts'
import { formatColoredAmount, groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { TextStyle } from '../output/style.ts'
import { amountColumn, type Column, defineView, textColumn, type View } from '../output/view.ts'
import {
  describeExplanation,
  type ExplanationRow,
  explanationColumns,
  explanationFields,
  listExplanationRows,
  type MonthExplanation,
  renderExplanationHeader,
} from './month-explanation-view.ts'

/** A budget month and its currency, as the API returns them. */
export type MonthReply = OperationReply<Operations['getMonth']>

// Scripts do not see these, because JSON omits symbol keys.
const advice: unique symbol = Symbol('what to do about the figures')
const summary: unique symbol = Symbol('the month after assignments')

/** A month with advice for a terminal: what is wrong with a figure, and the command that mends it. */
export type MonthResult = MonthReply & { readonly [advice]?: readonly string[] }

/** Returns the month with advice. */
export const withAdvice = (reply: MonthReply, texts: readonly string[]): MonthResult => ({
  ...reply,
  [advice]: texts,
})

/** What a month looks like after assignments. */
export interface MonthSummary {
  ready_to_assign: string
  /** What is wrong in the month, and what to do about it. */
  advice: readonly string[]
}

/** Returns the assignments with what the month looks like after them. */
export const withMonthSummary = (
  assignments: AssignmentResult[],
  after: MonthSummary,
): AssignmentResult[] & { readonly [summary]: MonthSummary } =>
  Object.assign([...assignments], { [summary]: after })

/** A category with what dates of schedules need of it until the end of the month, as decimal strings. */
export type UpcomingCategory = MonthCategory & { upcoming_needed: string; upcoming_missing: string }

type MonthRow = MonthCategory & Partial<UpcomingCategory> & { group_name: string }
const BAR = 10

/** Renders how much of its target a category has; empty without a target. */
function renderFundedBar({ target }: MonthRow): string {
  if (!target || (isZero(target.assignment_needed) && target.funded_ratio === 0)) return ''
  const filled = Math.floor(target.funded_ratio * BAR)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${Math.floor(target.funded_ratio * 100)}%`
}

type ShownRow = MonthRow | ExplanationRow

/** Returns the columns for a view that also has rows of another type, for which they are empty. */
const emptyForOthers = <Row extends ShownRow>(
  columns: readonly Column<Row>[],
  isOwn: (row: ShownRow) => row is Row,
): Column<ShownRow>[] =>
  columns.map(({ getValue, formatForTerminal, ...column }) => ({
    ...column,
    getValue: (row) => (isOwn(row) ? getValue(row) : null),
    ...(formatForTerminal && { formatForTerminal: (row) => (isOwn(row) ? formatForTerminal(row) : '') }),
  }))

/** What `budget month show` shows: a month, or why a figure of it is what it is. */
export type ShownMonth = MonthResult | MonthExplanation

const isMonth = (shown: ShownMonth): shown is MonthResult => typeof shown.month === 'object'

const isExplanationRow = (row: ShownRow): row is ExplanationRow => 'part' in row

/** The line above the rows of a group, or of a section of an explanation. */
const groupColumn: Column<ShownRow> = {
  field: 'group_name',
  heading: 'Group',
  kind: 'text',
  isGroupHeading: true,
  getValue: (row) => (isExplanationRow(row) ? row.section : row.group_name),
}

/** A column of what a target needs; empty without a target and for zero. */
function createTargetColumn(
  field: 'assignment_needed' | 'underfunded_amount',
  heading: string,
  dropPriority: number,
): Column<MonthRow> {
  const getValue = ({ target }: MonthRow) => target?.[field] ?? null
  return {
    field,
    heading,
    kind: 'amount',
    dropPriority,
    getValue,
    formatForTerminal: (row) => (isZero(getValue(row) ?? '0') ? '' : groupThousands(getValue(row) ?? '')),
  }
}

const monthColumns: readonly Column<MonthRow>[] = [
  { ...textColumn('name', 'Category', { minWidth: 14 }), formatForTerminal: (row) => `  ${row.name}` },
  amountColumn('assigned', 'Assigned', { dropPriority: 1 }),
  amountColumn('activity', 'Activity', { dropPriority: 2 }),
  amountColumn('available', 'Available'),
  {
    field: 'funded_ratio',
    heading: 'Funded',
    kind: 'text',
    neverTruncate: true,
    dropPriority: 3,
    getValue: (row) => row.target?.funded_ratio ?? null,
    formatForTerminal: renderFundedBar,
  },
  createTargetColumn('assignment_needed', 'Needed', 4),
  createTargetColumn('underfunded_amount', 'Underfunded', 5),
]

/** A column that only `--upcoming` fills; empty on a terminal for zero. */
const createUpcomingColumn = (
  field: 'upcoming_needed' | 'upcoming_missing',
  heading: string,
): Column<MonthRow> => ({
  field,
  heading,
  kind: 'amount',
  getValue: (row) => row[field] ?? null,
  formatForTerminal: (row) => (isZero(row[field] ?? '0') ? '' : groupThousands(row[field] ?? '')),
})

const upcomingColumns: readonly Column<MonthRow>[] = [
  createUpcomingColumn('upcoming_needed', 'To come'),
  createUpcomingColumn('upcoming_missing', 'Missing'),
]
const upcomingFields = upcomingColumns.map(({ field }) => `month.category_groups.categories.${field}`)

const showsUpcoming = ({ month }: MonthReply): boolean =>
  month.category_groups.some(({ categories }) => categories.some((one) => 'upcoming_needed' in one))

/** Ready to Assign, then the categories by group; or the parts of a figure. */
export const monthView = defineView<ShownMonth, ShownRow>({
  columns: [
    groupColumn,
    ...emptyForOthers(
      [...monthColumns, ...upcomingColumns],
      (row): row is MonthRow => !isExplanationRow(row),
    ),
    ...emptyForOthers(explanationColumns, isExplanationRow),
  ],
  rows: (shown) => (isMonth(shown) ? toMonthRows(shown.month.category_groups) : listExplanationRows(shown)),
  fields: () => [...new Set([...listFieldPaths(getMonth.reply), ...upcomingFields, ...explanationFields])],
  selectDefaultFields: (shown) =>
    (isMonth(shown)
      ? [groupColumn, ...monthColumns, ...(showsUpcoming(shown) ? upcomingColumns : [])]
      : explanationColumns
    ).map(({ field }) => field),
  renderHeader: (shown, style) =>
    isMonth(shown) ? renderMonthHeader(shown, style) : renderExplanationHeader(shown, style),
  renderFooter: (shown, style) =>
    renderAdvice(isMonth(shown) ? (shown[advice] ?? []) : describeExplanation(shown), style),
})

const toMonthRows = (groups: readonly MonthGroup[]): MonthRow[] =>
  groups.flatMap((group) => group.categories.map((category) => ({ ...category, group_name: group.name })))

function renderMonthHeader({ currency, month }: MonthReply, { colors }: TextStyle): string {
  const amountText = formatColoredAmount(month.ready_to_assign, colors)
  return `${colors.bold(month.month)}   Ready to Assign ${isNegative(month.ready_to_assign) ? amountText : colors.green(groupThousands(month.ready_to_assign))} ${sanitizeLine(currency)}\n\n`
}

/** Renders advice below a table: what is wrong in red, then the command that mends it. */
function renderAdvice(texts: readonly string[], { colors, width }: TextStyle): string {
  return texts
    .map((text) => {
      const [wrong = '', ...steps] = text.split('\n').map((line) => wrapWords(sanitizeLine(line), width))
      return `\n${[colors.red(wrong), ...steps].join('\n')}\n`
    })
    .join('')
}

/** A category after an assignment, with the figures before it. */
export type AssignmentResult = MonthCategory & { before: { assigned: string; available: string } }

/** The assignments, from the old amount to the new one. */
export const assignmentsView: View<AssignmentResult[]> = defineView<AssignmentResult[], AssignmentResult>({
  columns: [
    textColumn('name', 'Category'),
    {
      field: 'assigned_before',
      heading: 'Before',
      kind: 'amount',
      getValue: ({ before }) => before.assigned,
    },
    amountColumn('assigned', 'Assigned'),
    amountColumn('available', 'Available'),
  ],
  fields: () => [...listFieldPaths(monthCategory), 'before', 'before.assigned', 'before.available'],
  renderText(result: AssignmentResult[] & { readonly [summary]?: MonthSummary }, style) {
    const { colors } = style
    const lines = result.map(({ name, before, assigned, available }) => {
      const change = `${groupThousands(before.assigned)} → ${groupThousands(assigned)}`
      return `${sanitizeLine(name)}: assigned ${change}, available ${formatColoredAmount(available, colors)}\n`
    })
    const after = result[summary]
    if (!after) return lines.join('')
    const ready = `Ready to Assign is now ${formatColoredAmount(after.ready_to_assign, colors)}\n`
    return `${lines.join('')}${ready}${renderAdvice(after.advice, style)}`
  },
})
