/** Compares a workspace of this machine with the plan that it was made from. */

import type { Workspaces } from '../contract/ports/local-service.ts'
import { LAST_DAY } from '../money/calendar.ts'
import type { WorkspacePlan } from './plan/plan-workspace.ts'
import type { Proof } from './proof/proof.ts'
import { proveMove } from './proof/prove-move.ts'
import { type FigureSource, readFigures, readLocalMonths } from './read-figures.ts'

/** Returns the proof that a workspace is the budget of the plan. */
export async function proveWorkspace(
  workspaces: Workspaces,
  id: string,
  plan: WorkspacePlan,
): Promise<Proof> {
  const reports = workspaces.reportSource(id)
  const source: FigureSource = {
    api: workspaces.open(id),
    readBalanceChanges: () => reports.listBalanceChanges(LAST_DAY),
    readMonths: (months, withAges) => readLocalMonths(reports, months, withAges),
  }
  return proveMove(plan, await readFigures(source, plan.content, plan.figures))
}
