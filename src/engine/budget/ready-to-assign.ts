/** Computes Ready to Assign from income, assignments and the overspending of the month before. */

import { clampToZero, type MinorUnits, minimum } from '../../money/minor-units.ts'
import { INCOME, type MonthTotal } from '../../store/month-totals.ts'

/** The assignments and the income of a month, in minor units. */
export interface MonthFlow {
  month: string
  assigned: MinorUnits
  income: MinorUnits
}

/** Returns the flow of a month from its totals. */
export function computeFlow(month: string, totals: MonthTotal[]): MonthFlow {
  let assigned = 0n
  let income = 0n
  for (const total of totals) {
    assigned += total.assigned
    if (total.category === INCOME) income = total.activity
  }
  return { month, assigned, income }
}

/**
 * Returns the running figure of a month: that of the month before, plus income, minus assignments, minus the month
 * before's cash overspending.
 * @see docs/spec.md#b30
 */
export const computeRunning = (
  past: { running: MinorUnits; cashOverspending: MinorUnits },
  { income, assigned }: MonthFlow,
): MinorUnits => past.running + income - assigned - past.cashOverspending

/**
 * Returns what later months need of a month's Ready to Assign: `need` after the month of `flow`, with its own added.
 * @see docs/spec.md#b40
 */
export const addNeed = (need: MinorUnits, { assigned, income }: MonthFlow): MinorUnits =>
  clampToZero(assigned - income + need)

/**
 * Returns how much of the running figure is held back for later months.
 * @see docs/spec.md#b40
 */
export const computeHeldBack = (running: MinorUnits, need: MinorUnits): MinorUnits =>
  clampToZero(minimum(running, need))
