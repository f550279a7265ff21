/** Reads the plan of a YNAB export: what each category has in each month. */

import { addMonths } from '../../money/calendar.ts'
import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import type { MoneyCells, MoneyFormat } from '../../tables/cells/money-cells.ts'
import { parseMonthCell } from '../../tables/cells/month-names.ts'
import { type CategoryName, createCategoryFinder } from './categories.ts'
import type { YnabTable } from './columns.ts'
import { toCategoryMonthKey } from './register-rows.ts'
import type { PlanColumn } from './table-header.ts'

/** What a category has in a month. */
export interface PlanRow extends CategoryName {
  month: string
  assigned: MinorUnits
  activity: MinorUnits
  available: MinorUnits
}

/** The rows of a plan, and how many categories have the name of another one of their group. */
export interface Plan {
  rows: PlanRow[]
  repeated: number
}

const amountColumns = ['assigned', 'activity', 'available'] as const

/** Adds the amounts of a plan to the collection that decides their format. */
export function collectPlanCells(plan: YnabTable<PlanColumn>, money: MoneyCells): void {
  for (const row of plan.rows()) for (const column of amountColumns) money.add(row.cell(column), row)
}

/**
 * Returns the rows of a plan. Categories with the same name in one group are one, because a register cannot tell them
 * apart.
 * @throws UserError for a row that cannot be read
 */
export function readPlanRows(plan: YnabTable<PlanColumn>, money: MoneyFormat): Plan {
  const rows = new Map<string, PlanRow>()
  const repeatedByMonth = new Map<string, number>()
  const months = new Map<string, string>()
  const names = createCategoryFinder()
  for (const source of plan.rows()) {
    const { group, category, ref } = names.find(source.cell('group').trim(), source.cell('category').trim())
    if (ref === null || ref === 'ready_to_assign') continue
    const cell = source.cell('month')
    const month = months.get(cell) ?? parseMonthCell(cell, source)
    months.set(cell, month)
    const [assigned, activity, available] = amountColumns.map((column) =>
      money.parse(source.cell(column), source, { isTotal: true }),
    )
    const row = {
      month,
      group,
      category,
      assigned: assigned ?? 0n,
      activity: activity ?? 0n,
      available: available ?? 0n,
    }
    const key = toCategoryMonthKey(month, row)
    const other = rows.get(key)
    if (other) repeatedByMonth.set(month, (repeatedByMonth.get(month) ?? 0) + 1)
    rows.set(key, other ? addRows(other, row) : row)
  }
  const read = [...rows.values()]
  return {
    rows: plan.isYnab4 ? fitOutflows(read) : read,
    repeated: Math.max(0, ...repeatedByMonth.values()),
  }
}

const addRows = (a: PlanRow, b: PlanRow): PlanRow => ({
  ...a,
  assigned: a.assigned + b.assigned,
  activity: a.activity + b.activity,
  available: a.available + b.available,
})

/** Returns the rows with outflows below zero. */
function fitOutflows(rows: readonly PlanRow[]): PlanRow[] {
  const available = new Map(rows.map((row) => [toCategoryMonthKey(row.month, row), row.available]))
  const followsFrom = ({ month, assigned, available: amount, ...name }: PlanRow, activity: MinorUnits) => {
    const left = available.get(toCategoryMonthKey(addMonths(month, -1), name)) ?? 0n
    const carried = amount - assigned - activity
    return carried === left || carried === clampToZero(left)
  }
  const negated = rows.map((row) => ({ ...row, activity: -row.activity }))
  const countFitting = (candidates: readonly PlanRow[]): number =>
    candidates.filter((row) => followsFrom(row, row.activity)).length
  return countFitting(negated) > countFitting(rows) ? negated : [...rows]
}
