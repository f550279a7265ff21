/** Compares a workspace of this machine with a plan, and checks that both belong together. */

import type { CommandContext } from '../command/context.ts'
import { isLocalProfile } from '../config/profiles.ts'
import type { BudgetApi } from '../contract/api.ts'
import { UserError } from '../contract/errors.ts'
import type { Workspaces } from '../contract/ports/local-service.ts'
import type { ReportSource } from '../contract/ports/report-source.ts'
import { LAST_DAY, toMonth } from '../money/calendar.ts'
import type { WorkspacePlan } from './plan/plan-workspace.ts'
import type { PreparedMove } from './prepare-move.ts'
import type { Proof } from './proof/compare-figures.ts'
import { proveMove } from './proof/prove-move.ts'
import { type FigureSource, type KnownIds, readFigures, readLocalMonths } from './read-figures.ts'

/** What a workspace is compared with; `known` says which thing is which, where it is not the name. */
interface ComparedPlan {
  plan: WorkspacePlan
  known: KnownIds | undefined
}

/** Returns the proof that a workspace is the budget of the plan. */
export const proveWorkspace = (workspaces: Workspaces, id: string, compared: ComparedPlan): Promise<Proof> =>
  proveApi({ api: workspaces.open(id), reports: workspaces.reportSource(id) }, compared)

/** Returns the same proof for what is read of a workspace. */
export async function proveApi(
  { api, reports }: { api: BudgetApi; reports: ReportSource },
  { plan, known }: ComparedPlan,
): Promise<Proof> {
  const source: FigureSource = {
    api,
    readBalanceChanges: () => reports.listBalanceChanges(LAST_DAY),
    readMonths: (months, withAges) => readLocalMonths(reports, months, withAges),
  }
  return proveMove(plan, await readFigures(source, plan.content, plan.figures, known))
}

/**
 * Asserts that the profile is on this computer.
 * @throws UserError with what can be done with a workspace of a service
 */
export async function assertLocal(
  { computer: { settings } }: CommandContext,
  { file, verb }: { file: string; verb: 'compared' | 'updated' },
): Promise<void> {
  const { name, profile } = (await settings()).selectProfile()
  if (isLocalProfile(profile)) return
  const message =
    verb === 'compared'
      ? `The profile ${name} uses a remote service, which is compared by migrating into it`
      : `The profile ${name} uses a remote service, which cannot be updated from a file`
  const hint =
    verb === 'compared'
      ? `Run budget migrate "${file}" --into-remote --profile ${name}: it creates only what is missing, and compares every figure`
      : 'Choose a local profile with --profile; into a service a budget moves once, with budget migrate FILE --into-remote'
  throw new UserError('usage', message, { hint })
}

/**
 * Asserts that a workspace has an account of the file.
 * @throws UserError if it has none
 */
export function assertSameBudget(name: string, theirs: readonly string[], ours: readonly string[]): void {
  if (theirs.length === 0 || theirs.some((account) => ours.includes(account))) return
  throw new UserError('conflict', `The workspace ${name} has none of the accounts in the file`, {
    field: 'file',
    hint: `Use a file of the budget that is in ${name}; budget workspaces lists the workspaces`,
  })
}

/** Says where a workspace begins that has nothing of the months before, as after --since. */
export function warnOfLaterStart(
  { user: { warn } }: CommandContext,
  { plan, source }: PreparedMove,
  begins: string,
): void {
  if (source === 'budget') return
  const [first] = plan.content.transactions
  if (first === undefined || toMonth(first.date) >= begins) return
  warn(
    `The workspace starts in ${begins}, but the file in ${toMonth(first.date)}. If it was migrated with --since, add --since ${begins}`,
  )
}
