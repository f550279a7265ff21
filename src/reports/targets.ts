/** Reads what targets still ask for in a month. */

import type { BudgetMonth } from '../contract/operations/months.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { type MinorUnits, parseTotal } from '../money/minor-units.ts'

/** Returns what targets still ask for in a month, by category, in minor units above zero. */
export const readTargets = ({
  month,
  currency,
}: {
  month: BudgetMonth
  currency: string
}): Map<string, MinorUnits> =>
  new Map(
    month.category_groups
      .flatMap(({ categories }) => categories)
      .map(({ id, target }): [string, MinorUnits] => [
        id,
        parseTotal(target?.underfunded_amount ?? '0', getCurrencyDecimals(currency)),
      ])
      .filter(([, amount]) => amount !== 0n),
  )
