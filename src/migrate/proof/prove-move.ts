/** Proves a move: compares every figure that the source states, and explains each difference. */

import type { WorkspacePlan } from '../plan/plan-workspace.ts'
import { compareFigures, type FoundDifference, type Proof, type WorkspaceFigures } from './compare-figures.ts'
import { explainByComputing } from './explain-by-computing.ts'
import { explainByMonths } from './explain-by-months.ts'

/** Returns the proof that a workspace is the budget of its source. */
export function proveMove(plan: WorkspacePlan, ours: WorkspaceFigures): Proof {
  const { differences, ...agreements } = compareFigures(plan.figures, ours)
  const explain =
    differences.length === 0 || !plan.rules
      ? () => []
      : plan.rules.treatsCardsAsCash
        ? explainByComputing(plan, plan.rules, differences)
        : explainByMonths(plan, ours, differences)
  const sorted = differences.toSorted(compareDifferences)
  return { ...agreements, differences: sorted.map((found) => ({ ...found, rules: explain(found) })) }
}

/** By month, and in a month the categories before Ready to Assign, which follows from them. */
const compareDifferences = (a: FoundDifference, b: FoundDifference): number =>
  compareTexts(a.month ?? '', b.month ?? '') || Number(a.category === null) - Number(b.category === null)

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
