/** Decides whether the plan of YNAB 4 has outflows above or below zero: by which of both its months follow. */

import { addMonths } from '../../money/calendar.ts'
import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import { type CategoryName, toCategoryKey } from './category-names.ts'

/** What a plan says of a category in a month. */
interface OutflowRow extends CategoryName {
  month: string
  assigned: MinorUnits
  activity: MinorUnits
  available: MinorUnits
}

/** Returns the rows with outflows below zero. */
export function fitOutflows<Row extends OutflowRow>(rows: readonly Row[]): Row[] {
  const available = new Map(rows.map((row) => [toKey(row.month, row), row.available]))
  const followsFrom = ({ month, assigned, available: amount, ...name }: OutflowRow, activity: MinorUnits) => {
    const left = available.get(toKey(addMonths(month, -1), name)) ?? 0n
    const carried = amount - assigned - activity
    return carried === left || carried === clampToZero(left)
  }
  const negated = rows.map((row) => ({ ...row, activity: -row.activity }))
  const countFitting = (candidates: readonly OutflowRow[]): number =>
    candidates.filter((row) => followsFrom(row, row.activity)).length
  return countFitting(negated) > countFitting(rows) ? negated : [...rows]
}

const toKey = (month: string, name: CategoryName): string => `${month}\n${toCategoryKey(name)}`
