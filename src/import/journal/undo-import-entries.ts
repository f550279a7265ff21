/** Undoes an import by the history: everything that its entries changed is taken back, or nothing. */

import type { WorkspaceContext } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import {
  type HistoryEntry,
  toPlannedChange,
  type UndoPlan,
  type UndoResult,
} from '../../contract/ports/history.ts'

/** The entries of an import, and whether later changes may be taken back with them. */
interface UndoImportRequest {
  import_id: string
  /** The entries in effect, newest first. */
  entries: readonly [HistoryEntry, ...HistoryEntry[]]
  with_later: boolean
}

/**
 * Returns the entries of an import that are in effect, newest first: more than one when it was resumed. It is
 * undefined when the history cannot take the import back: on a remote profile, or because the import is older than the
 * history.
 */
export async function findImportEntries(
  { workspace: { undoesImports, history } }: Pick<WorkspaceContext, 'workspace'>,
  import_id: string,
): Promise<UndoImportRequest['entries'] | undefined> {
  if (!undoesImports) return undefined
  const entries = await history().list({ entity: { type: 'import', id: import_id } })
  const [newest, ...others] = entries.filter(({ undoes, undone_by }) => undoes === null && undone_by === null)
  const isComplete = entries.every(({ not_undoable }) => not_undoable === null)
  return newest && isComplete ? [newest, ...others] : undefined
}

/**
 * Returns what the history would take back; undefined when later entries changed what was imported and must stay, or
 * when the command imported other files as well.
 * @throws UserError `conflict` when a rule forbids it, or when with `with_later` it is not possible either
 */
export async function planImportUndo(
  { workspace: { history } }: Pick<WorkspaceContext, 'workspace'>,
  { import_id, entries, with_later }: UndoImportRequest,
): Promise<UndoPlan | undefined> {
  const ids = new Set(entries.map(({ id }) => id))
  try {
    const plan = await history().planUndo(toRequest({ entries, with_later }))
    const hasOtherEntry = plan.entries.some(({ id }) => !ids.has(id))
    const hasOtherImport = plan.listImports().some((id) => id !== import_id)
    return hasOtherImport || (hasOtherEntry && !with_later) ? undefined : plan
  } catch (error) {
    if (!with_later && error instanceof UserError && error.kind === 'conflict') return undefined
    throw error
  }
}

/** Takes the entries of an import back, or lists the changes in a dry run. */
export async function undoImportEntries(
  { workspace: { history }, invocation: { isDryRun, recordPlannedChange } }: WorkspaceContext,
  request: Pick<UndoImportRequest, 'entries' | 'with_later'>,
  plan: UndoPlan,
): Promise<UndoResult | undefined> {
  if (!isDryRun) return history().undo(toRequest(request))
  for (const change of plan.changes) recordPlannedChange(toPlannedChange(change))
  return undefined
}

/** A resumed import is the first of its entries and the later ones, which depend on it. */
const toRequest = ({ entries, with_later }: Pick<UndoImportRequest, 'entries' | 'with_later'>) => ({
  id: Math.min(...entries.map(({ id }) => id)),
  with_later: with_later || entries.length > 1,
})
