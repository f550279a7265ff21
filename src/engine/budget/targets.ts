/** Computes what the target of a category asks for in a month. */

import type { Target } from '../../contract/operations/months.ts'
import { addMonths, countWeekdays, monthsBetween, toMonth } from '../../money/calendar.ts'
import { clampToZero, type MinorUnits, minimum } from '../../money/minor-units.ts'
import type { TargetRow } from '../../store/targets.ts'
import type { CategoryFigures } from './month-figures.ts'

/** A target's figures in a month, in minor units. */
export interface TargetFigures {
  needed: MinorUnits
  remaining: MinorUnits
  overfunded: MinorUnits
  snoozed: boolean
}

/**
 * Returns a target's figures in a month; undefined before its start month.
 * @see docs/spec.md#t6
 * @see docs/spec.md#t8
 */
export function computeTargetFigures(
  target: TargetRow,
  month: string,
  figures: CategoryFigures,
  snoozed: boolean,
): TargetFigures | undefined {
  if (target.start_month !== null && month < target.start_month) return undefined
  const need = computeNeed(target, month, figures)
  const needed = clampToZero(need)
  return {
    needed,
    remaining: needed - minimum(needed, clampToZero(figures.assigned)),
    overfunded: clampToZero(figures.assigned - need),
    snoozed,
  }
}

/** Returns what is needed before anything is assigned; negative when the carryover is more than enough. */
function computeNeed(target: TargetRow, month: string, { carryover, activity }: CategoryFigures): MinorUnits {
  switch (target.kind) {
    case 'monthly_refill': // docs/spec.md#t1
      return target.amount - carryover
    case 'monthly_set_aside': // docs/spec.md#t2
      return target.amount
    case 'weekly_refill': // docs/spec.md#t3
      return target.amount * countWeekdaysInMonth(month, target) - carryover
    case 'weekly_set_aside': // docs/spec.md#t3
      return target.amount * countWeekdaysInMonth(month, target)
    case 'by_date': {
      // What is missing is spread over the months left and rounded up, so that the last month is never the most
      // expensive. docs/spec.md#t4
      const gap = target.amount - carryover - activity
      if (gap <= 0n) return gap
      const months = BigInt(Math.max(1, monthsBetween(month, computeDueMonth(month, target)) + 1))
      return (gap + months - 1n) / months
    }
  }
}

const countWeekdaysInMonth = (month: string, target: TargetRow): bigint =>
  BigInt(countWeekdays(month, target.weekday ?? 0))

/**
 * Returns the month when the target is due; a repeating one moves on until it is not in the past.
 * @see docs/spec.md#t5
 */
function computeDueMonth(month: string, { by_date, repeat_months }: TargetRow): string {
  const due = toMonth(by_date ?? month)
  if (!repeat_months || due >= month) return due
  const rounds = Math.ceil(monthsBetween(due, month) / repeat_months)
  return addMonths(due, rounds * repeat_months)
}

/** Returns which part of a need is met, from 0 to 1; it is 1 only when all of it is. @see docs/spec.md#t6 */
function computeFundedRatio(needed: MinorUnits, remaining: MinorUnits): number {
  if (needed === 0n) return 1
  return Number((10_000n * (needed - remaining)) / needed) / 10_000
}

const NO_TARGET: TargetFigures = { needed: 0n, remaining: 0n, overfunded: 0n, snoozed: false }

/** Returns the target as the API shows it; a category without a target has zeros. @see docs/spec.md#t0 */
export function toApiTarget(
  figures: TargetFigures | undefined,
  money: (minor: MinorUnits) => string,
): Target {
  const { needed, remaining, overfunded, snoozed } = figures ?? NO_TARGET
  return {
    assignment_needed: money(needed),
    remaining_to_assign: money(remaining),
    underfunded_amount: money(snoozed ? 0n : remaining),
    overfunded_by_amount: money(overfunded),
    funded_ratio: figures ? computeFundedRatio(needed, remaining) : 0,
    snoozed,
  }
}
