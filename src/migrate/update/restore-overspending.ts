/** Assigns what the program of the file kept overspent in a category, so that it is overspent here as well. */

import { addMonths } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'

const toKey = ({ month, category }: { month: string; category: number }): string => `${month} ${category}`

/**
 * Returns what to assign in addition, less than zero: here a category begins a month with nothing, and Ready to Assign
 * has paid for it. What is assigned goes back to Ready to Assign.
 * @see docs/spec.md#b21
 */
export function listRestoring({
  rules,
  figures,
}: Pick<WorkspacePlan, 'rules' | 'figures'>): { month: string; category: number; assigned: MinorUnits }[] {
  const available = new Map(figures.categoryMonths.map((stated) => [toKey(stated), stated.available]))
  const last = figures.categoryMonths.reduce((latest, { month }) => (month > latest ? month : latest), '')
  return (rules?.carriesOverspending ?? []).flatMap(({ month, category }) => {
    const left = available.get(toKey({ month, category })) ?? 0n
    const next = addMonths(month, 1)
    return left < 0n && next <= last ? [{ month: next, category, assigned: left }] : []
  })
}

/** Returns the plan with these assignments. The file then states them as well. */
export function restoreOverspending(plan: WorkspacePlan): WorkspacePlan {
  const restoring = listRestoring(plan)
  const added = new Map(restoring.map((row) => [toKey(row), row.assigned]))
  const sums = new Map(plan.content.assignments.map((row) => [toKey(row), row]))
  for (const row of restoring) {
    const assigned = (sums.get(toKey(row))?.assigned ?? 0n) + row.assigned
    sums.set(toKey(row), { ...row, assigned })
  }
  const isRestored = ({ month, category }: { month: string; category: number }): boolean =>
    added.has(toKey({ month: addMonths(month, 1), category }))
  return {
    ...plan,
    ...(plan.whole && { whole: restoreOverspending(plan.whole) }),
    rules: plan.rules && {
      ...plan.rules,
      carriesOverspending: plan.rules.carriesOverspending.filter((one) => !isRestored(one)),
    },
    content: { ...plan.content, assignments: [...sums.values()].filter(({ assigned }) => assigned !== 0n) },
    figures: {
      ...plan.figures,
      categoryMonths: plan.figures.categoryMonths.map((stated) =>
        stated.assigned === undefined
          ? stated
          : { ...stated, assigned: stated.assigned + (added.get(toKey(stated)) ?? 0n) },
      ),
    },
  }
}
