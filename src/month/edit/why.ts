/** Explains figures of a month in lines for a panel. */

import type { MonthCategory } from '../../contract/operations/months.ts'
import { addMonths } from '../../money/calendar.ts'
import { isZero } from '../../money/decimal.ts'
import { groupThousands } from '../../output/format-amount.ts'
import type { ReadyToAssignResult } from '../month-explanation-view.ts'
import { nameMonthAndYear } from './draw-month.ts'

type Part = readonly [sign: string, label: string, amount: string]

/** Returns why a category has what it has, as lines that add up. */
export const listWhy = (category: MonthCategory, month: string): string[] =>
  alignParts([
    [' ', `Left from ${nameMonthAndYear(addMonths(month, -1))}`, category.carryover_from_previous],
    ['+', 'Assigned', category.assigned],
    ['+', 'Activity', category.activity],
    ['=', 'Available', category.available],
  ])

/** Returns why Ready to Assign is what it is, as lines that add up. */
export const listWhyReady = (result: ReadyToAssignResult): string[] => {
  const parts: readonly Part[] = [
    [' ', `Left from ${nameMonthAndYear(addMonths(result.month, -1))}`, result.carried_over],
    ['+', 'Income', result.income],
    ['−', 'Assigned', result.assigned],
    ['−', 'Overspent last month', result.overspent_last_month],
    ['−', 'Assigned in later months', result.held_for_later],
    ['+', 'Other', result.other],
    ['=', 'Ready to Assign', result.ready_to_assign],
  ]
  return alignParts(parts.filter(([sign, , amount]) => sign !== '+' || !isZero(amount)))
}

function alignParts(parts: readonly Part[]): string[] {
  const label = Math.max(...parts.map(([, text]) => text.length))
  const amount = Math.max(...parts.map(([, , figure]) => groupThousands(figure).length))
  return parts.map(
    ([sign, text, figure]) => ` ${sign} ${text.padEnd(label)}  ${groupThousands(figure).padStart(amount)}`,
  )
}
