/** Reads several months, oldest first, to be shown side by side. */

import type { WorkspaceContext } from '../command/context.ts'
import { addMonths, toMonth } from '../money/calendar.ts'
import { type MonthGrid, withFigureSelected } from './month-grid-view.ts'

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
