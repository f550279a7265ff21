/** How several months are shown: side by side on a terminal, one under the other for programs. */

import { fieldPaths } from '../contract/field-paths.ts'
import { budgetMonth, type MonthCategory } from '../contract/operations/months.ts'
import type { MonthReply } from './month.ts'
import type { Look } from './style.ts'
import { openTable } from './table.ts'
import { amount, type Cell, type Head, sheet, text } from './view.ts'

// JSON leaves out what stands under a symbol: it has all figures anyway.
const isAsked: unique symbol = Symbol('was one figure asked for')

/** Months, the earliest first, and which of their figures stands in the grid. */
export interface Grid {
  figure: 'assigned' | 'activity' | 'available'
  months: MonthReply['month'][]
  readonly [isAsked]?: boolean
}

/** The grid, of which programs get one figure alone when it was asked for. */
export const figureAsked = (grid: Grid, asked: boolean): Grid => ({ ...grid, [isAsked]: asked })

type GridRow = MonthCategory & { month: string; group_name: string }

/** Months: in a pipe a row for each category and month. */
export const monthGrid = sheet<Grid, GridRow>({
  columns: [
    text('month', 'Month'),
    text('group_name', 'Group'),
    text('name', 'Category'),
    amount('assigned', 'Assigned'),
    amount('activity', 'Activity'),
    amount('available', 'Available'),
  ],
  rows: ({ months }) => months.flatMap(rowsOf),
  fields: () => ['figure', 'months', ...fieldPaths(budgetMonth).map((path) => `months.${path}`)],
  only: (grid) => (grid[isAsked] ? ['month', 'group_name', 'name', grid.figure] : undefined),
  say: sideBySide,
})

const rowsOf = ({ month, category_groups }: MonthReply['month']): GridRow[] =>
  category_groups.flatMap(({ name, categories }) =>
    categories.map((category) => ({ ...category, month, group_name: name })),
  )

/** A line for each category, a column for each month. */
function sideBySide({ figure, months }: Grid, look: Look): string {
  const heads: Head[] = [
    { field: 'group_name', heading: 'Group', kind: 'text', section: true },
    { field: 'name', heading: figure.charAt(0).toUpperCase() + figure.slice(1), kind: 'text', least: 14 },
    // The latest month is what a grid is for.
    ...months.map(
      ({ month }, at): Head => ({
        field: month,
        heading: month,
        kind: 'amount',
        spare: months.length - at,
      }),
    ),
  ]
  const lines = new Map<string, Cell[]>()
  for (const [at, month] of months.entries()) {
    for (const { id, group_name, name, ...figures } of rowsOf(month)) {
      const line = lines.get(id) ?? [group_name, `  ${name}`, ...months.map(() => '')]
      line[at + 2] = figures[figure]
      lines.set(id, line)
    }
  }
  return openTable(heads, look, true).screen([...lines.values(), readyToAssign(months)])
}

const readyToAssign = (months: Grid['months']): Cell[] => [
  '',
  'Ready to Assign',
  ...months.map(({ ready_to_assign }) => ready_to_assign),
]
