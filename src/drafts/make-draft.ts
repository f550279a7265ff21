/** Makes a draft: runs command lines, keeps everything that they would change, and takes it back. */

import type { LinesOutcome, WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import { assertOpen, type DraftContent, type DraftStore } from '../contract/ports/drafts.ts'
import type { Change } from '../contract/ports/history.ts'
import { maskNewIds } from '../history/mask-new-ids.ts'
import { groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import { type DraftReport, toDraftReport } from './draft-view.ts'
import { findDraft, withDrafts, withLockedDrafts } from './find-draft.ts'

/** What is to be drafted. */
export interface DraftRequest {
  /** Command lines in their order, each as arguments, without the word `budget` and global flags. */
  lines: readonly (readonly string[])[]
  /** Why, in the words of the actor; null without a reason. */
  why: string | null
  /** Who makes it, e.g. `assistant Claude`; null for the user at the terminal. */
  actor: string | null
  /** The number of the open draft that this one replaces. */
  replaces?: number
}

/** How many things a draft changes at most. */
const MAX_ROWS = 5000
/** More changed things than these are worth a second look. */
const MANY_ROWS = 50

/**
 * Makes a draft, or returns the open one that changes the same. Nothing of the budget changes.
 * @throws UserError when a line is wrong, when it fails, and when there is nothing to change
 * @throws ApiError what the service refuses
 */
export async function makeDraft(context: WorkspaceContext, request: DraftRequest): Promise<DraftReport> {
  const { replaces } = request
  if (replaces === undefined) {
    const content = await planDraft(context, request)
    return withDrafts(context, (drafts) => addDraft(context, drafts, content))
  }
  // A draft that is being applied is not replaced, and one that is not open is told before anything runs.
  await withDrafts(context, async (drafts) => assertOpen(await findDraft(context, drafts, replaces)))
  const content = await planDraft(context, request)
  return withLockedDrafts(context, async (drafts) => {
    assertOpen(await findDraft(context, drafts, replaces))
    return addDraft(context, drafts, content, replaces)
  })
}

function addDraft(
  { invocation }: WorkspaceContext,
  drafts: DraftStore,
  content: DraftContent,
  replaces?: number,
): DraftReport {
  return toDraftReport(drafts.add(content, { now: invocation.now(), replaces }))
}

/** Runs the lines of a draft, and takes back what they do. */
async function planDraft(
  { workspace, invocation: { today } }: WorkspaceContext,
  { lines, why, actor }: DraftRequest,
): Promise<DraftContent> {
  const runner = await workspace.openCommandRunner()
  const outcome = await runner.runTogether({ lines, today }, async () => false)
  const plan = maskNewIds(outcome.changes)
  assertSize(plan, outcome)
  return {
    lines,
    why,
    actor,
    today,
    meanings: outcome.meanings,
    plan: plan.map(({ type, id, before, after }) => ({ type, id, before, after })),
    ready_to_assign: outcome.ready_to_assign,
    names: pickNames(plan, outcome.names),
    requests: plan.filter(({ method }) => method !== null).length,
    warnings: listWarnings({ plan, lines, ...outcome }),
  }
}

function assertSize(plan: readonly Change[], { remarks }: LinesOutcome): void {
  if (plan.length === 0)
    throw new UserError('invalid', 'Nothing would change, so there is no draft', { hint: remarks[0] })
  if (plan.length > MAX_ROWS)
    throw new UserError(
      'invalid',
      `A draft changes at most ${MAX_ROWS} things; this would be ${plan.length}`,
      {
        hint: 'Select fewer, e.g. with --since and --until',
      },
    )
}

/** Returns the names of what a plan mentions. */
function pickNames(plan: readonly Change[], names: ReadonlyMap<string, string>): Record<string, string> {
  const text = JSON.stringify(plan)
  return Object.fromEntries([...names].filter(([id]) => text.includes(id)))
}

/** Lists what the user should know before a plan is applied. */
function listWarnings({
  plan,
  lines,
  reconciled,
  shortages,
}: Pick<DraftContent, 'plan' | 'lines'> & Pick<LinesOutcome, 'reconciled' | 'shortages'>) {
  const deleted = plan.filter(isDeletion)
  const overspent = shortages.categories.length
  const [kind = 'thing', ...others] = new Set(deleted.map(({ type }) => type.replaceAll('_', ' ')))
  return [
    ...(plan.length > MANY_ROWS ? [`It changes ${plan.length} things`] : []),
    ...(reconciled > 0 ? [`It changes ${pluralize(reconciled, 'reconciled transaction')}`] : []),
    ...(plan.some(({ type }) => type === 'reconciliation') ? ['It reconciles an account'] : []),
    ...(deleted.length > 0
      ? [`It deletes ${pluralize(deleted.length, others.length > 0 ? 'thing' : kind)}`]
      : []),
    ...(overspent > 0 ? [`It overspends ${pluralize(overspent, 'category', 'categories')}`] : []),
    // The months after it have the same shortage.
    ...Object.entries(shortages.ready_to_assign)
      .slice(0, 1)
      .map(([month, amount]) => `It takes Ready to Assign of ${month} to ${groupThousands(amount)}`),
    ...(shortages.is_partly_unknown
      ? ['What it does to categories is known only after it, on a remote profile']
      : []),
    ...(lines.some(([, verb]) => verb === 'merge') ? ['It merges one thing into another'] : []),
  ]
}

const isDeletion = ({ type, before, after }: Change): boolean =>
  type !== 'assignment' &&
  before !== null &&
  (after === null || (before['deleted'] === false && after['deleted'] === true))
