/** Reads what targets still ask for in a month. */

import type { BudgetMonth } from '../contract/operations/months.ts'
import { isZero } from '../money/decimal.ts'

/** Returns what targets still ask for in a month, by category, as decimal strings. */
export const readTargets = ({ month }: { month: BudgetMonth }): Map<string, string> =>
  new Map(
    month.category_groups
      .flatMap(({ categories }) => categories)
      .flatMap(({ id, target }) =>
        target && !isZero(target.underfunded_amount) ? [[id, target.underfunded_amount]] : [],
      ),
  )
