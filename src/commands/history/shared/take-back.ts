/** Takes an entry of the history back, for `budget undo` and `budget redo`. */

import type { WorkspaceContext } from '../../../command/context.ts'
import type { HistoryEntry, UndoPlan } from '../../../contract/ports/history.ts'
import { toMonth } from '../../../money/calendar.ts'
import {
  describeUndoPlan,
  formatUndoQuestion,
  toUndoOutput,
  toUndoPreview,
  type UndoOutput,
  type UndoPreview,
  type UndoSubject,
  type UndoWording,
} from '../../../render/undo.ts'
import { findOriginal } from './select-entry.ts'

interface TakeBackRequest {
  target: HistoryEntry
  with_later: boolean
  wording: UndoWording
}

/**
 * Takes an entry back after asking; only shows what would happen in a dry run.
 * @throws UserError `conflict` when later entries changed the same things, `unconfirmed` when the answer is no.
 */
export async function takeBack(
  context: WorkspaceContext,
  { target, with_later, wording }: TakeBackRequest,
): Promise<UndoPreview | UndoOutput> {
  const history = context.history()
  const request = { id: target.id, with_later }
  const plan = await history.planUndo(request)
  const subject = await buildSubject(context, plan, wording)
  if (context.isDryRun) return toUndoPreview(plan, subject)
  await requireUndoConfirmation(context, plan, subject)
  return toUndoOutput(await history.undo(request), subject)
}

async function buildSubject(
  context: WorkspaceContext,
  { entries }: UndoPlan,
  wording: UndoWording,
): Promise<UndoSubject> {
  const history = context.history()
  const originals: HistoryEntry[] = []
  for (const entry of entries) originals.push((await findOriginal(history, entry)).original)
  return { wording, entries: originals, month: toMonth(context.today) }
}

async function requireUndoConfirmation(
  { assumesYes, warn, requireConfirmation }: WorkspaceContext,
  plan: UndoPlan,
  subject: UndoSubject,
): Promise<void> {
  // With --yes no question is shown, but what cannot come back must be told.
  if (assumesYes) for (const sentence of plan.lost) warn(sentence)
  const lines = describeUndoPlan(plan, subject)
  const question = formatUndoQuestion(plan, subject)
  await (lines.length === 0
    ? requireConfirmation(question)
    : requireConfirmation(question, async () => lines.join('\n')))
}
