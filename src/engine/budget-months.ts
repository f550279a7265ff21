/** Shows budget months as reports and forecasts have them. */

import type { IdCodec, IdKind } from '../contract/ids.ts'
import type { BudgetMonth, CategoryMonth } from '../contract/ports/budget-months.ts'
import { UNCATEGORIZED } from '../store/month-totals.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import {
  type CategoryFigures,
  computeMonths,
  type MonthFigures,
  type MonthInput,
  noFigures,
  readMonthInput,
} from './budget/month-figures.ts'

/** Returns a function that encodes each id once: lines repeat them. */
export function memoizeIds(ids: IdCodec, kind: IdKind): (seq: number) => string {
  const known = new Map<number, string>()
  return (seq) => {
    const id = known.get(seq) ?? ids.toId(kind, seq)
    known.set(seq, id)
    return id
  }
}

// A forecast shows thousands: a spread takes much longer.
const toCategoryMonth = (category_id: string, figures: CategoryFigures): CategoryMonth => ({
  category_id,
  carryover: figures.carryover,
  assigned: figures.assigned,
  activity: figures.activity,
  available: figures.available,
  cash_overspending: figures.cash_overspending,
  credit_overspending: figures.credit_overspending,
})

/** Returns budget months as reports have them, the earliest first. */
export function readBudgetMonths(
  store: WorkspaceStore,
  ids: IdCodec,
  { input, ...months }: { first: string; last: string; input?: MonthInput },
): BudgetMonth[] {
  const categories = store.categories.list()
  const toId = memoizeIds(ids, 'category')
  const toCategoryMonths = (figures: MonthFigures['categories']): CategoryMonth[] => {
    const hidden = figures.get(UNCATEGORIZED)
    const listed = categories.map(({ seq }) => toCategoryMonth(toId(seq), figures.get(seq) ?? noFigures))
    return hidden && Object.values(hidden).some((amount) => amount !== 0n)
      ? [...listed, { category_id: null, ...hidden }]
      : listed
  }
  return computeMonths(months, input ?? readMonthInput(store, categories)).map(
    ({ month, parts, categories: figures }) => ({
      month,
      parts,
      categories: toCategoryMonths(figures),
    }),
  )
}
