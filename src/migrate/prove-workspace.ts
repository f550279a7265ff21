/** Compares a workspace of this machine with a plan, and checks that both belong together. */

import type { CommandContext } from '../command/context.ts'
import { isLocalProfile } from '../config/profiles.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { Workspaces } from '../contract/ports/local-service.ts'
import { LAST_DAY, toMonth } from '../money/calendar.ts'
import type { WorkspacePlan } from './plan/plan-workspace.ts'
import type { PreparedMove } from './prepare-move.ts'
import type { Proof } from './proof/compare-figures.ts'
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

/**
 * Asserts that the profile is on this computer.
 * @throws UserError with the command that compares a workspace of a service
 */
export async function assertLocal({ computer: { settings } }: CommandContext, file: string): Promise<void> {
  const { name, profile } = (await settings()).selectProfile()
  if (isLocalProfile(profile)) return
  throw new UserError(
    'usage',
    `The profile ${name} uses a remote service, which is compared by migrating into it`,
    {
      hint: `Run budget migrate "${file}" --into-remote --profile ${name}: it creates only what is missing, and compares every figure`,
    },
  )
}

/** What a workspace has. */
export interface ComparedWorkspace {
  name: string
  accounts: readonly { name: string }[]
  categories: readonly { name: string }[]
}

const findMissing = (
  planned: readonly { name: string; deleted: boolean }[],
  own: readonly { name: string }[],
): string[] => {
  const known = new Set(own.map(({ name }) => toNameKey(name)))
  return planned.flatMap(({ name, deleted }) => (deleted || known.has(toNameKey(name)) ? [] : [name]))
}

/**
 * Says which accounts and categories of the file the workspace does not have: their figures count as zero.
 * @throws UserError if it has none of the accounts
 */
export function checkNames(
  { user: { warn } }: CommandContext,
  { plan: { content } }: PreparedMove,
  { name, ...own }: ComparedWorkspace,
): void {
  const accounts = findMissing(content.accounts, own.accounts)
  if (accounts.length > 0 && accounts.length === content.accounts.length)
    throw new UserError('conflict', `The workspace ${name} has none of the accounts in the file`, {
      field: 'file',
      hint: `Use the file that ${name} was migrated from; budget workspaces lists the workspaces`,
    })
  const categories = findMissing(content.categories, own.categories)
  for (const [what, missing] of [
    ['account', accounts],
    ['category', categories],
  ] as const)
    if (missing.length > 0)
      warn(
        `${name} has no ${what} named ${missing.map((one) => `"${one}"`).join(', ')} (renamed or deleted since?); missing figures count as zero`,
      )
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
