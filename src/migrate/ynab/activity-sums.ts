/** Adds up the rows of a YNAB register by category and month, and finds what its plan states otherwise. */

import { toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { Contradictions } from '../figures.ts'
import { toCategoryKey } from './categories.ts'
import type { PlanRow } from './plan-rows.ts'
import type { RegisterRow } from './register-rows.ts'

/** The sums of the rows that were read. */
export interface ActivitySums {
  /** Yields the rows, and adds their amounts. */
  addWhileReading(rows: Iterable<RegisterRow>): Generator<RegisterRow>
  /** Returns the sum of a category, by its key, in a month. */
  get(category: string, month: string): MinorUnits
}

/** Returns sums of no rows. */
export function createActivitySums(): ActivitySums {
  const sums = new Map<string, Map<string, MinorUnits>>()
  return {
    *addWhileReading(rows) {
      for (const row of rows) {
        const { category, date, amount } = row
        if (category !== null && category !== 'ready_to_assign') {
          const months = sums.get(category.category) ?? new Map<string, MinorUnits>()
          sums.set(category.category, months)
          const month = toMonth(date)
          months.set(month, (months.get(month) ?? 0n) + amount)
        }
        yield row
      }
    },
    get: (category, month) => sums.get(category)?.get(month) ?? 0n,
  }
}

/** Returns the rows of a plan whose activity is not the sum of the rows of the register. */
export const listContradictions = (
  plan: readonly PlanRow[],
  sums: ActivitySums,
): Contradictions<string>['activity'] =>
  plan.flatMap(({ month, activity, ...name }) => {
    const category = toCategoryKey(name)
    const sum = sums.get(category, month)
    return sum === activity ? [] : [{ month, category, sum }]
  })
