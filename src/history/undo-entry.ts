/** Undoes an entry of the history after asking, for `budget undo` and `budget redo`. */

import type { WorkspaceContext } from '../command/context.ts'
import type { HistoryEntry, UndoPlan, UndoResult } from '../contract/ports/history.ts'
import { toMonth } from '../money/calendar.ts'
import { tellReadyToAssign } from '../month/next-steps.ts'
import { findOriginal } from './select-entry.ts'
import {
  describeUndoPlan,
  formatUndoQuestion,
  toUndoOutput,
  toUndoPreview,
  type UndoneEntry,
  type UndoOutput,
  type UndoPreview,
  type UndoSubject,
} from './undo-view.ts'

interface UndoEntryRequest {
  target: HistoryEntry
  with_later: boolean
}

/**
 * Undoes an entry, after asking unless redo or undo simply brings it back; only shows what would happen in a dry run.
 * @throws UserError `conflict` when later entries changed the same things, `unconfirmed` when the answer is no.
 */
export async function undoEntry(
  context: WorkspaceContext,
  { target, with_later }: UndoEntryRequest,
): Promise<UndoPreview | UndoOutput> {
  const { workspace, invocation } = context
  const history = workspace.history()
  const request = { id: target.id, with_later }
  const undo = async (): Promise<UndoOutput> => {
    const result = await history.undo(request)
    await tellMonthsAfter(context, result)
    return toUndoOutput(result, await buildSubject(context, result))
  }
  const needsPlan = invocation.isDryRun || with_later || workspace.costsRequests
  if (!needsPlan) return undo()
  const plan = await history.planUndo(request)
  const subject = await buildSubject(context, plan)
  if (invocation.isDryRun) return toUndoPreview(plan, subject)
  if (!isSimplyReversible(plan)) await requireUndoConfirmation(context, plan, subject)
  return undo()
}

/** True of one entry that costs no request: the next command brings it back. @see docs/cli.md#destructive-commands */
const isSimplyReversible = ({ entries, requests, lost }: UndoPlan): boolean =>
  entries.length === 1 && requests === 0 && lost.length === 0

/** Tells Ready to Assign of the months whose assignments an undo changed, where stdout is data and reading them costs no request. */
async function tellMonthsAfter(context: WorkspaceContext, result: UndoResult): Promise<void> {
  // A terminal shows it with what was taken back.
  if (context.workspace.costsRequests || !context.user.showsInfo() || context.invocation.showsResultAsText())
    return
  // Describing the changes of an import takes longer than taking it back.
  if (!result.entries.some(({ counts }) => counts.assignment)) return
  const assignments = result.changes.filter(({ type }) => type === 'assignment')
  const months = new Set(assignments.map(({ id }) => id.slice(0, 'YYYY-MM'.length)))
  for (const month of [...months].toSorted())
    await tellReadyToAssign(context, await context.workspace.api.getMonth({ month }))
}

/** Returns what a plan takes back, each entry as the change that it is about. */
export async function buildSubject(context: WorkspaceContext, { entries }: UndoPlan): Promise<UndoSubject> {
  const history = context.workspace.history()
  const undone: UndoneEntry[] = []
  for (const entry of entries) {
    const { original, isUndo } = await findOriginal(history, entry)
    undone.push({ original, isRedo: isUndo })
  }
  return { entries: undone, month: toMonth(context.invocation.today) }
}

/**
 * Asks whether to take back what a plan takes back.
 * @throws UserError `unconfirmed` when the answer is no.
 */
export async function requireUndoConfirmation(
  { invocation: { assumesYes }, user: { warn, requireConfirmation } }: WorkspaceContext,
  plan: UndoPlan,
  subject: UndoSubject,
): Promise<void> {
  // With --yes no question is shown, but what cannot be restored must be shown.
  if (assumesYes) for (const sentence of plan.lost) warn(sentence)
  const lines = describeUndoPlan(plan, subject)
  const question = formatUndoQuestion(plan, subject)
  await (lines.length === 0
    ? requireConfirmation(question)
    : requireConfirmation(question, async () => lines.join('\n')))
}
