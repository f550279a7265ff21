/** What a category's target asks for in a month. Pure arithmetic. */

import type { Target } from '../../contract/operations/months.ts'
import { addMonths, monthOf, monthsBetween, weekdaysIn } from '../../money/calendar.ts'
import { atLeastZero, type Minor, smaller } from '../../money/minor-units.ts'
import type { TargetRow } from '../../store/targets.ts'
import type { Envelope } from './month-figures.ts'

/** A target's figures in a month, in minor units. */
export interface TargetFigures {
  needed: Minor
  remaining: Minor
  overfunded: Minor
  snoozed: boolean
}

/** The figures of a target in a month; undefined before its start month. */ // spec T6 T8
export function targetFigures(
  target: TargetRow,
  month: string,
  envelope: Envelope,
  snoozed: boolean,
): TargetFigures | undefined {
  if (target.start_month !== null && month < target.start_month) return undefined
  const raw = rawNeed(target, month, envelope)
  const needed = atLeastZero(raw)
  return {
    needed,
    remaining: needed - smaller(needed, atLeastZero(envelope.assigned)),
    overfunded: atLeastZero(envelope.assigned - raw),
    snoozed,
  }
}

/** What is needed before anything is assigned this month; negative when more than enough was carried over. */
function rawNeed(target: TargetRow, month: string, { carryover, activity }: Envelope): Minor {
  switch (target.kind) {
    case 'monthly_refill': // spec T1
      return target.amount - carryover
    case 'monthly_set_aside': // spec T2
      return target.amount
    case 'weekly_refill': // spec T3
      return target.amount * timesIn(month, target) - carryover
    case 'weekly_set_aside': // spec T3
      return target.amount * timesIn(month, target)
    case 'by_date': {
      // spec T4: what is missing, spread over the months left, rounded up so that the last month is never the dearest.
      const gap = target.amount - carryover - activity
      if (gap <= 0n) return gap
      const months = BigInt(Math.max(1, monthsBetween(month, dueMonth(month, target)) + 1))
      return (gap + months - 1n) / months
    }
  }
}

const timesIn = (month: string, target: TargetRow): bigint => BigInt(weekdaysIn(month, target.weekday ?? 0))

/** The month the target falls due: a repeating one moves on until it is not past. */ // spec T5
function dueMonth(month: string, { by_date, repeat_months }: TargetRow): string {
  const due = monthOf(by_date ?? month)
  if (!repeat_months || due >= month) return due
  const rounds = Math.ceil(monthsBetween(due, month) / repeat_months)
  return addMonths(due, rounds * repeat_months)
}

/** How far a need is met: 1 only when it is met in full. */ // spec T6
function ratio(needed: Minor, remaining: Minor): number {
  if (needed === 0n) return 1
  return Number((10_000n * (needed - remaining)) / needed) / 10_000
}

const NO_TARGET: TargetFigures = { needed: 0n, remaining: 0n, overfunded: 0n, snoozed: false }

/** The target as the API shows it; a category without one shows zeros. */ // spec T0
export function shownTarget(figures: TargetFigures | undefined, money: (minor: Minor) => string): Target {
  const { needed, remaining, overfunded, snoozed } = figures ?? NO_TARGET
  return {
    assignment_needed: money(needed),
    remaining_to_assign: money(remaining),
    underfunded_amount: money(snoozed ? 0n : remaining),
    overfunded_by_amount: money(overfunded),
    funded_ratio: figures ? ratio(needed, remaining) : 0,
    snoozed,
  }
}
