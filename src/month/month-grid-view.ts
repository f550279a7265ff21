/** Shows several months: side by side on a terminal, row by row for scripts. */

import type { WorkspaceContext } from '../command/context.ts'
import { listFieldPaths } from '../contract/field-paths.ts'
import { budgetMonth, type MonthCategory } from '../contract/operations/months.ts'
import { addMonths, toMonth } from '../money/calendar.ts'
import type { TextStyle } from '../output/style.ts'
import { createTableRenderer } from '../output/table.ts'
import { amountColumn, type Cell, type ColumnSpec, defineView, textColumn } from '../output/view.ts'
import type { MonthReply } from './month-view.ts'

// JSON omits symbol keys; it contains all figures anyway.
const isFigureSelected: unique symbol = Symbol('was one figure asked for')

/** Several months, the earliest first, and the figure that is shown. */
export interface MonthGrid {
  figure: 'assigned' | 'activity' | 'available'
  months: MonthReply['month'][]
  readonly [isFigureSelected]?: boolean
}

/** Returns the grid; if the user selected the figure, CSV and TSV contain only that one. */
const withFigureSelected = (grid: MonthGrid, isSelected: boolean): MonthGrid => ({
  ...grid,
  [isFigureSelected]: isSelected,
})

type GridRow = MonthCategory & { month: string; group_name: string }

/** The months; in a pipe a row for each category and month. */
export const monthGridView = defineView<MonthGrid, GridRow>({
  columns: [
    textColumn('month', 'Month'),
    textColumn('group_name', 'Group'),
    textColumn('name', 'Category'),
    amountColumn('assigned', 'Assigned'),
    amountColumn('activity', 'Activity'),
    amountColumn('available', 'Available'),
  ],
  rows: ({ months }) => months.flatMap(toGridRows),
  fields: () => ['figure', 'months', ...listFieldPaths(budgetMonth).map((path) => `months.${path}`)],
  selectDefaultFields: (grid) =>
    grid[isFigureSelected] ? ['month', 'group_name', 'name', grid.figure] : undefined,
  renderText: renderSideBySide,
})

const toGridRows = ({ month, category_groups }: MonthReply['month']): GridRow[] =>
  category_groups.flatMap(({ name, categories }) =>
    categories.map((category) => ({ ...category, month, group_name: name })),
  )

/** Renders a line for each category and a column for each month. */
function renderSideBySide({ figure, months }: MonthGrid, style: TextStyle): string {
  const columns: ColumnSpec[] = [
    { field: 'group_name', heading: 'Group', kind: 'text', isGroupHeading: true },
    { field: 'name', heading: figure.charAt(0).toUpperCase() + figure.slice(1), kind: 'text', minWidth: 14 },
    // On a narrow terminal the earliest months are dropped first.
    ...months.map(
      ({ month }, at): ColumnSpec => ({
        field: month,
        heading: month,
        kind: 'amount',
        dropPriority: months.length - at,
      }),
    ),
  ]
  const lines = new Map<string, Cell[]>()
  for (const [at, month] of months.entries()) {
    for (const { id, group_name, name, ...figures } of toGridRows(month)) {
      const line = lines.get(id) ?? [group_name, `  ${name}`, ...months.map(() => '')]
      line[at + 2] = figures[figure]
      lines.set(id, line)
    }
  }
  return createTableRenderer(columns, style, true).screen([...lines.values(), readyToAssignCells(months)])
}

const readyToAssignCells = (months: MonthGrid['months']): Cell[] => [
  '',
  'Ready to Assign',
  ...months.map(({ ready_to_assign }) => ready_to_assign),
]

/** How many months, which is the last, and what is shown of them. */
interface GridInput {
  month: string | undefined
  months: number
  figure: MonthGrid['figure'] | undefined
  group: { id: string } | undefined
}

/** Reads one month after the other. */
export async function readGrid(
  { workspace: { api }, invocation: { today } }: Pick<WorkspaceContext, 'workspace' | 'invocation'>,
  { month: last = toMonth(today), months: count, figure, group }: GridInput,
): Promise<MonthGrid> {
  const months: MonthGrid['months'] = []
  for (let monthsBack = count - 1; monthsBack >= 0; monthsBack--) {
    const { month } = await api.getMonth({ month: addMonths(last, -monthsBack) })
    const category_groups = month.category_groups.filter(({ id }) => group === undefined || id === group.id)
    months.push({ ...month, category_groups })
  }
  return withFigureSelected({ figure: figure ?? 'activity', months }, figure !== undefined)
}
