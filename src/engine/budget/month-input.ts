/** Reads what budget months are computed from. */

import type { CategoryRow } from '../../store/categories.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import type { MonthInput } from './month-figures.ts'

/** Returns what the months of a workspace with these categories are computed from. */
export function readMonthInput(
  { monthTotals }: Pick<WorkspaceStore, 'monthTotals'>,
  categories: readonly CategoryRow[],
): MonthInput {
  const cardByPaymentCategory = new Map(
    categories.flatMap(({ seq, card }) => (card === null ? [] : [[seq, card]])),
  )
  return {
    totals: monthTotals.iterate(),
    cardTotals: cardByPaymentCategory.size > 0 ? monthTotals.listCards() : [],
    cardByPaymentCategory,
    listCreditParts: monthTotals.listCreditParts,
  }
}
