/** Creates the workspace of a move, proves it, and tells the result with names. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CommandContext } from '../command/context.ts'
import { InvalidContentError, UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { Workspace, Workspaces } from '../contract/ports/local-service.ts'
import type { ContentMove } from '../contract/ports/workspace-content.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { formatAmount } from '../money/minor-units.ts'
import { describeRules, type MigrateResult, type ShownDifference } from './migrate-view.ts'
import type { WorkspacePlan } from './plan/plan-workspace.ts'
import type { PreparedMove } from './prepare-move.ts'
import type { Difference, Proof } from './proof/compare-figures.ts'
import { listMonthsWithoutRows } from './proof/explain-money.ts'
import { proveWorkspace } from './prove-workspace.ts'
import { packPlan } from './update/moved-budget.ts'

/** Creates the workspace, whole or not at all, and compares every figure that the source states. */
export async function moveIntoNewWorkspace(
  context: CommandContext,
  move: PreparedMove,
  name: string,
): Promise<MigrateResult> {
  const workspaces = await context.computer.openLocalWorkspaces()
  // Reading does not yield, so Ctrl-C is noticed only here.
  await nextTurn()
  context.invocation.signal.throwIfAborted()
  const { id } = createWorkspace(workspaces, move, { name, now: context.invocation.now() })
  const proof = await proveWorkspace(workspaces, id, { plan: move.plan, known: undefined })
  return buildResult(move, { name, id, proof, next: suggestNext(workspaces, id, name) })
}

/** Returns what is stored of a move. @param now milliseconds since 1970 */
export const createMove = (
  { source, answers }: Pick<PreparedMove, 'source' | 'answers'>,
  said: Uint8Array,
  now: number,
): ContentMove => ({ at: now, source, answers: JSON.stringify(answers), said })

/** Returns the name of a new workspace: the one that was given, or that of the budget. */
export const chooseName = (given: string | undefined, inSource: string | undefined): string =>
  given ?? inSource ?? 'Home'

function createWorkspace(
  workspaces: Workspaces,
  move: PreparedMove,
  { name, now }: { name: string; now: number },
): Workspace {
  const { plan } = move
  // An archive of ours is not followed by a newer one.
  const content = plan.keys ? { ...plan.content, move: createMove(move, packPlan(plan), now) } : plan.content
  try {
    return workspaces.createFilledWorkspace({ name, content })
  } catch (error) {
    if (error instanceof InvalidContentError && plan.explainRefusal) throw plan.explainRefusal(error)
    throw error
  }
}

/**
 * Asserts that no workspace has the name.
 * @throws UserError otherwise
 */
export async function assertNameFree(context: CommandContext, name: string): Promise<void> {
  // Opening the workspaces would create their directory, which a dry run must not.
  if (context.invocation.isDryRun && !(await context.computer.settings()).isDirectoryUsed('data')) return
  const workspaces = await context.computer.openLocalWorkspaces()
  const isTaken = workspaces
    .listWorkspaces()
    .some((workspace) => toNameKey(workspace.name) === toNameKey(name))
  if (!isTaken) return
  throw new UserError('conflict', `A workspace named ${name} already exists`, {
    field: 'name',
    hint: 'Choose another name with --name, such as --name "Moved in"',
  })
}

/** A workspace that is not the first one is reached by a profile. */
function suggestNext(workspaces: Workspaces, id: string, name: string): string {
  const first = workspaces.listWorkspaces().find(({ archived }) => !archived)
  return first?.id === id ? 'status' : `profile add ${toProfileName(name)} --workspace "${name}"`
}

/** Returns the command that takes an update back. */
export function suggestUndo(workspaces: Workspaces, { id }: Workspace): string {
  const first = workspaces.listWorkspaces().find(({ archived }) => !archived)
  return first?.id === id ? 'budget undo' : `BUDGET_WORKSPACE=${id} budget undo`
}

const toProfileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'moved'

/** What became of a move. */
interface Outcome {
  name: string
  /** The workspace; undefined in a dry run. */
  id?: string
  proof?: Proof
  next?: string
  /** How many requests a move into a service needs. */
  requests?: number
}

/** Returns the result of a move, or of its dry run. */
export function buildResult(move: PreparedMove, { name, id, proof, next, requests }: Outcome): MigrateResult {
  const { plan, source, title, types, since } = move
  return {
    workspace_id: id ?? null,
    workspace_name: name,
    currency: plan.content.currency,
    source,
    title,
    counts: plan.counts,
    types,
    since: since ?? null,
    states_balances: move.statesBalances,
    proof: proof
      ? {
          accounts: proof.accounts,
          category_months: proof.category_months,
          ready_to_assign: proof.ready_to_assign,
          age_of_money: proof.age_of_money,
        }
      : null,
    // The transactions of an archive are all there, and reading them again takes as long as the move.
    months_without_rows: source === 'budget' ? [] : listMonthsWithoutRows(plan),
    differences: proof?.differences.map((difference) => showDifference(plan, difference)) ?? [],
    not_taken: plan.notTaken.map(({ what, count, why, items = [] }) => ({ what, count, why, items })),
    restorable: 0,
    restore: null,
    requests: requests ?? 0,
    next: next ?? null,
  }
}

function showDifference({ content }: WorkspacePlan, difference: Difference): ShownDifference {
  const { figure, month, rules, theirs, ours } = difference
  const decimals = figure === 'age_of_money' ? 0 : getCurrencyDecimals(content.currency)
  const category = content.categories.find(({ seq }) => seq === difference.category)
  const account = content.accounts.find(({ seq }) => seq === difference.account)
  return {
    figure,
    month,
    category: category?.name ?? null,
    account: account?.name ?? null,
    theirs: formatAmount(theirs, decimals),
    ours: formatAmount(ours, decimals),
    rules,
    reason: describeRules(rules),
  }
}
