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
 * Returns Ready to Assign of a month: the running figure without the money that later months have assigned.
 * @see docs/spec.md#b40
 */
export function computeReadyToAssign(running: MinorUnits, later: MonthFlow[]): MinorUnits {
  if (running <= 0n) return running
  const need = later.reduceRight(
    (needed, { assigned, income }) => clampToZero(assigned - income + needed),
    0n,
  )
  return running - minimum(running, need)
}
