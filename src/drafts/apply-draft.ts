/** Applies a draft: all of what it showed, once, or nothing. */

import type { LinesOutcome, WorkspaceContext } from '../command/context.ts'
import { ApiError, UserError } from '../contract/errors.ts'
import { assertOpen, type Draft } from '../contract/ports/drafts.ts'
import { maskNewIds } from '../history/mask-new-ids.ts'
import { APPLY_LABEL } from '../history/select-entry.ts'
import { comparePlans, type PlanDifference } from './compare-plans.ts'
import { type DraftReport, namesKey, toDraftReport, type WithNames } from './draft-view.ts'
import { findDraft, withDrafts, withLockedDrafts } from './find-draft.ts'

/** What became of a draft that was to be applied. */
export interface ApplyResult extends WithNames {
  draft: number
  /** False in a dry run, and when it would not do what it showed: then nothing was changed. */
  applied: boolean
  /** The entry of the history; null when nothing was changed. */
  history: number | null
  /** What differs from what it showed. */
  differences: PlanDifference[]
  /** How many requests of a remote profile are missing: it was applied in part. */
  missing: number
  /** Why a line fails now, or why requests are missing; null without a reason. */
  problem: string | null
}

/** True if a draft was applied, or would do what it showed. */
export const isCurrent = ({ applied, differences, problem }: ApplyResult): boolean =>
  applied || (differences.length === 0 && problem === null)

/** How a draft is applied. */
export interface ApplyOptions {
  /** Asks the user who applies it. @throws UserError when they do not want it @default no question */
  confirm?: (report: DraftReport) => Promise<void>
  /** Whom the history names, e.g. `assistant Claude`; null for the user at the terminal. */
  actor: string | null
}

/**
 * Applies a draft. One that is applied already gives the same answer again.
 * @throws UserError `not_found`, and `conflict` for a draft that is not open any more
 */
export async function applyDraft(
  context: WorkspaceContext,
  number: number,
  { confirm, actor }: ApplyOptions,
): Promise<ApplyResult> {
  const seen = await withDrafts(context, (drafts) => findDraft(context, drafts, number))
  if (seen.state === 'applied') return toResult(seen, { entry: seen.history, missing: seen.missing })
  assertOpen(seen)
  const { workspace, invocation } = context
  if (confirm && !invocation.assumesYes && !workspace.costsRequests) {
    // The user is asked only about what can be applied.
    const trial = toResult(seen, await runDraft(context, seen))
    if (!isCurrent(trial)) return trial
  }
  await confirm?.(toDraftReport(seen))
  return withLockedDrafts(context, async (locked) => {
    const draft = await findDraft(context, locked, number)
    if (draft.state === 'applied') return toResult(draft, { entry: draft.history, missing: draft.missing })
    assertOpen(draft)
    const outcome = await runDraft(context, draft, { actor })
    const { entry: history, missing } = outcome
    if (history !== null) locked.markApplied(number, { history, missing })
    return toResult(draft, outcome)
  })
}

/** What running the lines of a draft came to; `entry` is null when all of it was rolled back. */
interface DraftOutcome {
  entry: number | null
  missing: number
  differences?: PlanDifference[]
  problem?: string | null
}

const toResult = (
  { number, names }: Draft,
  { entry, missing, differences = [], problem = null }: DraftOutcome,
): ApplyResult => ({
  draft: number,
  applied: entry !== null,
  history: entry,
  missing,
  differences,
  problem,
  [namesKey]: names,
})

/** Runs the lines of a draft, and keeps what they did if it is what the draft showed; without an actor, never. */
async function runDraft(
  { workspace, invocation }: WorkspaceContext,
  draft: Draft,
  by?: Pick<ApplyOptions, 'actor'>,
): Promise<DraftOutcome> {
  const { number, id, lines, today, meanings } = draft
  const runner = await workspace.openCommandRunner()
  const expected = {
    changes: draft.plan,
    label: `${APPLY_LABEL}${number}`,
    origin: { actor: by?.actor ?? null, draft: id },
  }
  let differences: PlanDifference[] = []
  const accept = async ({ changes, ready_to_assign }: LinesOutcome) => {
    differences = comparePlans(draft, { plan: maskNewIds(changes), ready_to_assign })
    return differences.length === 0 && by !== undefined && !invocation.isDryRun
  }
  try {
    const run = await runner.runTogether({ lines, today, meanings, expected }, accept)
    const { entry = null, missing, problem = null } = run
    return { entry, missing, differences, problem }
  } catch (error) {
    // What a line names was renamed or deleted, or the service has reasons now that it did not have.
    if (!(error instanceof UserError || error instanceof ApiError)) throw error
    return { entry: null, missing: 0, problem: error.message }
  }
}
